-- Three-phase voltage alarm: three sensor streams, one a phase. A circuit is in alarm while the
-- latest readings of all its three phases exceed 240 V.
CREATE SOURCE phase_1 (reading BIGINT, circuit INTEGER, decivolts INTEGER)
WITH (
  'connector' = 'datagen', 'number-of-rows' = '40000', 'seed' = '1',
  'fields.reading.kind' = 'sequence',
  'fields.circuit.min' = '1', 'fields.circuit.max' = '40',
  'fields.decivolts.min' = '2200', 'fields.decivolts.max' = '2480'
);

CREATE SOURCE phase_2 (reading BIGINT, circuit INTEGER, decivolts INTEGER)
WITH (
  'connector' = 'datagen', 'number-of-rows' = '40000', 'seed' = '2',
  'fields.reading.kind' = 'sequence',
  'fields.circuit.min' = '1', 'fields.circuit.max' = '40',
  'fields.decivolts.min' = '2200', 'fields.decivolts.max' = '2480'
);

CREATE SOURCE phase_3 (reading BIGINT, circuit INTEGER, decivolts INTEGER)
WITH (
  'connector' = 'datagen', 'number-of-rows' = '40000', 'seed' = '3',
  'fields.reading.kind' = 'sequence',
  'fields.circuit.min' = '1', 'fields.circuit.max' = '40',
  'fields.decivolts.min' = '2200', 'fields.decivolts.max' = '2480'
);

CREATE VIEW readings AS
SELECT 1 AS phase, reading, circuit, decivolts FROM phase_1
UNION ALL
SELECT 2 AS phase, reading, circuit, decivolts FROM phase_2
UNION ALL
SELECT 3 AS phase, reading, circuit, decivolts FROM phase_3;

-- The latest reading of each phase of each circuit. Number and voltage travel in one number, so
-- that the greatest one holds the voltage of the latest reading.
CREATE MATERIALIZED VIEW latest AS
SELECT circuit, phase, MOD(MAX(reading * 10000 + decivolts), 10000) AS decivolts
FROM readings
GROUP BY circuit, phase;

CREATE MATERIALIZED VIEW alarms AS
SELECT circuit, MIN(decivolts) AS lowest, MAX(decivolts) AS highest
FROM latest
GROUP BY circuit
HAVING COUNT(*) FILTER (WHERE decivolts > 2400) = 3;

-- The same from below: how many phases of each circuit are too high.
CREATE MATERIALIZED VIEW circuits AS
SELECT high_phases, COUNT(*) AS circuits
FROM (SELECT circuit, COUNT(*) FILTER (WHERE decivolts > 2400) AS high_phases
      FROM latest
      GROUP BY circuit) AS by_circuit
GROUP BY high_phases;

SELECT circuit, lowest, highest FROM alarms ORDER BY circuit;

SELECT high_phases, circuits FROM circuits ORDER BY high_phases;
