CREATE VIEW flights AS SELECT * FROM read_csv('sql-examples/data/flights.csv', header = true);

CREATE VIEW flights_by_origin AS
SELECT origin,
       COUNT(*) AS flights,
       COUNT(*) FILTER (WHERE delay_minutes > 15) AS late,
       AVG(delay_minutes) AS mean_delay,
       MAX(delay_minutes) AS worst_delay,
       COUNT(DISTINCT destination) AS destinations
FROM flights
GROUP BY origin;

CREATE VIEW airports_by_reach AS
SELECT destinations, COUNT(*) AS airports, SUM(flights) AS flights
FROM flights_by_origin
GROUP BY destinations;

SELECT origin, flights, late, mean_delay, worst_delay, destinations
FROM flights_by_origin
ORDER BY flights DESC, origin
LIMIT 10;

SELECT destinations, airports, flights FROM airports_by_reach ORDER BY destinations;
