CREATE VIEW weather AS
SELECT * FROM read_csv('sql-examples/data/seattle-weather.csv', header = true,
  types = {precipitation: 'DECIMAL(6,1)', temp_max: 'DECIMAL(4,1)', temp_min: 'DECIMAL(4,1)', wind: 'DECIMAL(4,1)'});

SELECT EXTRACT(YEAR FROM "date") AS year,
       EXTRACT(MONTH FROM "date") AS month,
       COUNT(*) AS days,
       COUNT(*) FILTER (WHERE weather IN ('rain', 'drizzle', 'snow')) AS wet_days,
       SUM(precipitation) AS rainfall,
       MAX(temp_max) AS warmest,
       MIN(temp_min) AS coldest
FROM weather
GROUP BY EXTRACT(YEAR FROM "date"), EXTRACT(MONTH FROM "date")
HAVING SUM(precipitation) > 150
ORDER BY year, month;

SELECT weather AS kind, COUNT(*) AS days, MAX(wind) AS strongest_wind
FROM weather
GROUP BY weather
ORDER BY days DESC, kind;
