-- What leaves and what arrives: outer joins, anti-joins and subqueries, kept up to date.
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

CREATE MATERIALIZED VIEW departures AS
SELECT origin AS airport, COUNT(*) AS flights, SUM(delay_minutes) AS minutes
FROM flights
GROUP BY origin;

CREATE MATERIALIZED VIEW arrivals AS
SELECT destination AS airport, COUNT(*) AS flights, SUM(delay_minutes) AS minutes
FROM flights
GROUP BY destination;

-- Every airport once, also such as only one side knows.
CREATE MATERIALIZED VIEW airports AS
SELECT COALESCE(d.airport, a.airport) AS airport,
       COALESCE(d.flights, 0) AS departures,
       COALESCE(a.flights, 0) AS arrivals,
       COALESCE(d.minutes, 0) - COALESCE(a.minutes, 0) AS late_balance
FROM departures AS d
FULL JOIN arrivals AS a ON a.airport = d.airport;

-- A stream joined with itself: ways that nobody has flown back, so far.
CREATE MATERIALIZED VIEW one_way AS
SELECT DISTINCT o.origin, o.destination
FROM flights AS o
WHERE NOT EXISTS (
  SELECT 1 FROM flights AS r WHERE r.origin = o.destination AND r.destination = o.origin);

-- Moves with the mean of all.
CREATE MATERIALIZED VIEW busy AS
SELECT airport, departures FROM airports
WHERE departures > (SELECT AVG(departures) FROM airports);

SELECT airport, departures, arrivals, late_balance
FROM airports
WHERE departures <> arrivals
ORDER BY airport
LIMIT 20;

SELECT origin, destination FROM one_way ORDER BY origin, destination LIMIT 20;

SELECT airport, departures FROM busy ORDER BY departures DESC, airport LIMIT 10;
