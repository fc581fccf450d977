CREATE VIEW earthquakes AS
SELECT id, CAST(mag AS DECIMAL(5, 2)) AS mag, place, CAST("time" AS TIMESTAMP) AS "time",
       CAST(felt AS INTEGER) AS felt, "magType", type
FROM read_json('sql-examples/data/earthquakes.jsonl', format = 'newline_delimited',
  columns = {id: 'VARCHAR', mag: 'VARCHAR', place: 'VARCHAR', "time": 'TIMESTAMP', felt: 'INTEGER',
             "magType": 'VARCHAR', type: 'VARCHAR'});

SELECT CAST(FLOOR(mag) AS INTEGER) AS strength,
       COUNT(*) AS quakes,
       COUNT(felt) AS noticed,
       SUM(felt) AS reports,
       MIN("time") AS first_at,
       MAX("time") AS last_at
FROM earthquakes
WHERE type = 'earthquake'
GROUP BY CAST(FLOOR(mag) AS INTEGER)
ORDER BY strength NULLS LAST;

SELECT "magType" AS scale FROM earthquakes WHERE mag < 3
EXCEPT
SELECT "magType" FROM earthquakes WHERE mag >= 4
ORDER BY scale NULLS LAST;
