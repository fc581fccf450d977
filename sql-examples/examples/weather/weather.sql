-- Four years of weather by month; a filter over the aggregate.
CREATE SOURCE weather (
  "date"        DATE,
  precipitation DECIMAL(6, 1),
  temp_max      DECIMAL(4, 1),
  temp_min      DECIMAL(4, 1),
  wind          DECIMAL(4, 1),
  weather       VARCHAR
) WITH (
  'connector' = 'filesystem',
  'path' = 'sql-examples/data/seattle-weather.csv',
  'format' = 'csv'
);

CREATE MATERIALIZED VIEW months AS
SELECT EXTRACT(YEAR FROM "date") AS year,
       EXTRACT(MONTH FROM "date") AS month,
       COUNT(*) AS days,
       COUNT(*) FILTER (WHERE weather IN ('rain', 'drizzle', 'snow')) AS wet_days,
       SUM(precipitation) AS rainfall,
       MAX(temp_max) AS warmest,
       MIN(temp_min) AS coldest
FROM weather
GROUP BY EXTRACT(YEAR FROM "date"), EXTRACT(MONTH FROM "date");

CREATE MATERIALIZED VIEW kinds AS
SELECT weather AS kind, COUNT(*) AS days, MAX(wind) AS strongest_wind
FROM weather
GROUP BY weather;

SELECT year, month, days, wet_days, rainfall, warmest, coldest
FROM months
WHERE rainfall > 150
ORDER BY year, month;

SELECT kind, days, strongest_wind FROM kinds ORDER BY days DESC, kind;
