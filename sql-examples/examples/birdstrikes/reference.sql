CREATE VIEW birdstrikes AS
SELECT * FROM read_csv('sql-examples/data/birdstrikes.csv', header = true);

SELECT "Wildlife Species" AS species,
       "Wildlife Size" AS size,
       COUNT(*) AS strikes,
       SUM("Cost Total $") AS cost,
       MAX("Cost Total $") AS highest,
       MIN("Flight Date") AS first_seen
FROM birdstrikes
GROUP BY "Wildlife Species", "Wildlife Size"
HAVING SUM("Cost Total $") > 500000
ORDER BY cost DESC, species;

SELECT EXTRACT(YEAR FROM "Flight Date") AS year,
       COUNT(*) AS strikes,
       COUNT("Speed IAS in knots") AS with_speed,
       COUNT(DISTINCT "Origin State") AS states
FROM birdstrikes
GROUP BY EXTRACT(YEAR FROM "Flight Date")
ORDER BY year;
