-- A week of earthquakes from JSON lines: nulls, DISTINCT, and the set operations.
CREATE SOURCE earthquakes (
  id      VARCHAR,
  mag     DECIMAL(5, 2),
  place   VARCHAR,
  "time"  TIMESTAMP(3),
  felt    INTEGER,
  "magType" VARCHAR,
  type    VARCHAR
) WITH (
  'connector' = 'filesystem',
  'path' = 'sql-examples/data/earthquakes.jsonl',
  'format' = 'json'
);

CREATE MATERIALIZED VIEW by_strength AS
SELECT CAST(FLOOR(mag) AS INTEGER) AS strength,
       COUNT(*) AS quakes,
       COUNT(felt) AS noticed,
       SUM(felt) AS reports,
       MIN("time") AS first_at,
       MAX("time") AS last_at
FROM earthquakes
WHERE type = 'earthquake'
GROUP BY CAST(FLOOR(mag) AS INTEGER);

-- Scales on which weak quakes were measured but no strong one.
CREATE MATERIALIZED VIEW weak_scales AS
SELECT "magType" AS scale FROM earthquakes WHERE mag < 3
EXCEPT
SELECT "magType" FROM earthquakes WHERE mag >= 4;

SELECT strength, quakes, noticed, reports, first_at, last_at FROM by_strength ORDER BY strength;

SELECT scale FROM weak_scales ORDER BY scale;
