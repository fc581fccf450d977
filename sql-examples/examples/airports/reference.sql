CREATE VIEW flights AS SELECT * FROM read_csv('sql-examples/data/flights.csv', header = true);

CREATE VIEW departures AS
SELECT origin AS airport, COUNT(*) AS flights, SUM(delay_minutes) AS minutes
FROM flights
GROUP BY origin;

CREATE VIEW arrivals AS
SELECT destination AS airport, COUNT(*) AS flights, SUM(delay_minutes) AS minutes
FROM flights
GROUP BY destination;

CREATE VIEW airports AS
SELECT COALESCE(d.airport, a.airport) AS airport,
       COALESCE(d.flights, 0) AS departures,
       COALESCE(a.flights, 0) AS arrivals,
       COALESCE(d.minutes, 0) - COALESCE(a.minutes, 0) AS late_balance
FROM departures AS d
FULL JOIN arrivals AS a ON a.airport = d.airport;

CREATE VIEW one_way AS
SELECT DISTINCT o.origin, o.destination
FROM flights AS o
WHERE NOT EXISTS (
  SELECT 1 FROM flights AS r WHERE r.origin = o.destination AND r.destination = o.origin);

CREATE VIEW busy AS
SELECT airport, departures FROM airports
WHERE departures > (SELECT AVG(departures) FROM airports);

SELECT airport, departures, arrivals, late_balance
FROM airports
WHERE departures <> arrivals
ORDER BY airport
LIMIT 20;

SELECT origin, destination FROM one_way ORDER BY origin, destination LIMIT 20;

SELECT airport, departures FROM busy ORDER BY departures DESC, airport LIMIT 10;
