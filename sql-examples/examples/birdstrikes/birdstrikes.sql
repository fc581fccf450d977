-- What wildlife costs: column names with spaces, empty fields, and a HAVING over a sum.
CREATE SOURCE birdstrikes (
  "Origin State"     VARCHAR,
  "Flight Date"      DATE,
  "Phase of flight"  VARCHAR,
  "Wildlife Size"    VARCHAR,
  "Wildlife Species" VARCHAR,
  "Cost Total $"     INTEGER,
  "Speed IAS in knots" INTEGER
) WITH (
  'connector' = 'filesystem',
  'path' = 'sql-examples/data/birdstrikes.csv',
  'format' = 'csv'
);

CREATE MATERIALIZED VIEW cost_by_species AS
SELECT "Wildlife Species" AS species,
       "Wildlife Size" AS size,
       COUNT(*) AS strikes,
       SUM("Cost Total $") AS cost,
       MAX("Cost Total $") AS highest,
       MIN("Flight Date") AS first_seen
FROM birdstrikes
GROUP BY "Wildlife Species", "Wildlife Size"
HAVING SUM("Cost Total $") > 500000;

CREATE MATERIALIZED VIEW strikes_by_year AS
SELECT EXTRACT(YEAR FROM "Flight Date") AS year,
       COUNT(*) AS strikes,
       COUNT("Speed IAS in knots") AS with_speed,
       COUNT(DISTINCT "Origin State") AS states
FROM birdstrikes
GROUP BY EXTRACT(YEAR FROM "Flight Date");

SELECT species, size, strikes, cost, highest, first_seen
FROM cost_by_species
ORDER BY cost DESC, species;

SELECT year, strikes, with_speed, states FROM strikes_by_year ORDER BY year;
