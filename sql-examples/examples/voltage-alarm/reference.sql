CREATE VIEW latest AS
SELECT circuit, phase, arg_max(decivolts, reading) AS decivolts
FROM (SELECT 1 AS phase, * FROM phase_1
      UNION ALL SELECT 2, * FROM phase_2
      UNION ALL SELECT 3, * FROM phase_3)
GROUP BY circuit, phase;

SELECT circuit, MIN(decivolts) AS lowest, MAX(decivolts) AS highest
FROM latest
GROUP BY circuit
HAVING bool_and(decivolts > 2400) AND COUNT(*) = 3
ORDER BY circuit;

SELECT high_phases, COUNT(*) AS circuits
FROM (SELECT circuit, COUNT(*) FILTER (WHERE decivolts > 2400) AS high_phases
      FROM latest
      GROUP BY circuit)
GROUP BY high_phases
ORDER BY high_phases;
