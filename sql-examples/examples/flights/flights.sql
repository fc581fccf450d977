-- Flights per origin, and how late they are: a continuous GROUP BY over a CSV file.
CREATE SOURCE flights (
  departed_at    TIMESTAMP(3),
  delay_minutes  INTEGER,
  distance_miles INTEGER,
  origin         VARCHAR,
  destination    VARCHAR
) WITH (
  'connector' = 'filesystem',
  'path' = 'sql-examples/data/flights.csv',
  'format' = 'csv'
);

CREATE MATERIALIZED VIEW flights_by_origin AS
SELECT origin,
       COUNT(*) AS flights,
       COUNT(*) FILTER (WHERE delay_minutes > 15) AS late,
       AVG(delay_minutes) AS mean_delay,
       MAX(delay_minutes) AS worst_delay,
       COUNT(DISTINCT destination) AS destinations
FROM flights
GROUP BY origin;

-- A view over a view: how many airports have how many destinations.
CREATE MATERIALIZED VIEW airports_by_reach AS
SELECT destinations, COUNT(*) AS airports, SUM(flights) AS flights
FROM flights_by_origin
GROUP BY destinations;

SELECT origin, flights, late, mean_delay, worst_delay, destinations
FROM flights_by_origin
ORDER BY flights DESC, origin
LIMIT 10;

SELECT destinations, airports, flights FROM airports_by_reach ORDER BY destinations;
