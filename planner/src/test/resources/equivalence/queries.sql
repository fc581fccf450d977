SELECT g, MAX(v) AS m FROM t GROUP BY g;
SELECT MAX(m) AS m FROM per_group;
SELECT COUNT(a) AS ca, COUNT(DISTINCT a) AS cda, COUNT(DISTINCT b) AS cdb, COUNT(DISTINCT id) AS cdi, COUNT(DISTINCT a) FILTER (WHERE b = 1) AS cf FROM d;
SELECT g, COUNT(*) AS c, COUNT(v) AS cv, SUM(v) AS s FROM n GROUP BY g;
SELECT MIN(v) FILTER (WHERE ok) AS lo, MAX(v) FILTER (WHERE ok) AS hi FROM (SELECT * FROM f1 UNION ALL SELECT * FROM f2) u;
SELECT ok, MIN(v) FILTER (WHERE v > 0) AS lo, COUNT(*) AS c FROM (SELECT * FROM f1 UNION ALL SELECT * FROM f2) u GROUP BY ok;
SELECT x, y FROM e WHERE x = 1 EXCEPT SELECT x, y FROM e WHERE y = 5;
SELECT x, y FROM e EXCEPT SELECT k, v FROM h;
SELECT x FROM e EXCEPT SELECT k FROM h EXCEPT SELECT v FROM h WHERE v > 2;
SELECT x, y FROM e INTERSECT SELECT k, v FROM h;
SELECT x FROM e INTERSECT SELECT k FROM h INTERSECT SELECT v FROM n;
SELECT x FROM e EXCEPT (SELECT k FROM h INTERSECT SELECT v FROM n);
SELECT x, y FROM e UNION SELECT k, v FROM h;
SELECT x FROM e UNION SELECT k FROM h UNION ALL SELECT v FROM n;
SELECT x FROM e UNION ALL SELECT k FROM h UNION SELECT v FROM n;
SELECT x, y FROM e UNION ALL SELECT b, m FROM w;
SELECT x FROM e UNION ALL SELECT NULL;
SELECT x + 0.5 AS z FROM e EXCEPT SELECT k FROM h;
SELECT COUNT(*) AS c FROM (SELECT x FROM e INTERSECT SELECT k FROM h) u;
SELECT x FROM (SELECT x, y FROM e EXCEPT SELECT k, v FROM h) u WHERE y > 0;
SELECT k, SUM(v) AS s FROM h GROUP BY k HAVING SUM(v) > 0;
SELECT k, v, COUNT(*) AS c FROM h GROUP BY ROLLUP (k, v);
SELECT k, v, COUNT(*) AS c, SUM(v) AS s FROM h GROUP BY CUBE (k, v);
SELECT k, COUNT(*) AS c, GROUPING(k) AS g FROM h GROUP BY GROUPING SETS ((k), ());
SELECT k, v, GROUPING(k, v) AS g, MIN(v) AS m FROM h GROUP BY GROUPING SETS ((k), (v), ()) HAVING COUNT(*) > 1;
SELECT k, GROUPING(k) AS g FROM h GROUP BY k;
SELECT g, k, COUNT(*) AS c FROM (SELECT v AS g, k FROM h) u GROUP BY g, ROLLUP (k);
SELECT COUNT(*) AS c FROM h GROUP BY ();
SELECT SUM(v) AS s, MIN(v) AS m, COUNT(*) AS c FROM h;
SELECT 1 AS one, COUNT(*) AS c FROM h GROUP BY 1;
SELECT COUNT(*) AS c FROM h GROUP BY 'x'
-- duckdb: SELECT COUNT(*) FROM h HAVING COUNT(*) > 0;
SELECT k + 1 AS kk, COUNT(*) AS c FROM h GROUP BY kk;
SELECT k + 1 AS kk, COUNT(*) AS c FROM h GROUP BY 1;
SELECT k + 1 AS kk, k + 1 + COUNT(*) AS c FROM h GROUP BY k + 1 HAVING COUNT(*) > 1;
SELECT k, COUNT(*) AS c FROM h GROUP BY k HAVING c > 1;
SELECT AVG(i) AS a, AVG(b) AS b, AVG(d) AS d, AVG(r) AS r, SUM(ti) AS st, SUM(m) AS sm, SUM(r) AS sr, SUM(d) AS sd FROM w;
SELECT s, ROUND(AVG(m), 6) AS m FROM w GROUP BY s
-- duckdb: SELECT s, CAST(AVG(m) AS DECIMAL(38, 6)) FROM w GROUP BY s;
SELECT MIN(s) AS a, MAX(s) AS b, MAX(ts) AS x, MIN(bin) AS y, MAX(bin) AS z, MIN(da) AS q, MAX(tm) AS tm, MIN(tm) AS tn FROM w;
SELECT bo, MIN(s) AS a, MAX(ts) AS x, MAX(bin) AS z, MIN(da) AS q, MAX(tm) AS tm, MIN(m) AS m, MAX(d) AS d, MIN(r) AS r, MAX(si) AS si FROM w GROUP BY bo;
SELECT MIN(bo) AS a, MAX(bo) AS b, BOOL_AND(bo) AS c, BOOL_OR(bo) AS d, EVERY(bo) AS f FROM w
-- duckdb: SELECT MIN(bo), MAX(bo), BOOL_AND(bo), BOOL_OR(bo), BOOL_AND(bo) FROM w;
SELECT DISTINCT x FROM e;
SELECT DISTINCT x + y AS s FROM e WHERE x > 0;
SELECT DISTINCT COUNT(*) AS c FROM e GROUP BY x;
SELECT DISTINCT s, bo FROM w;
SELECT DISTINCT r, d, m, bin, ts, tm, da FROM w;
WITH a AS (SELECT x FROM e), b AS (SELECT x + 1 AS x FROM a) SELECT * FROM b UNION ALL SELECT * FROM a;
WITH a AS (SELECT x, COUNT(*) AS c FROM e GROUP BY x) SELECT c, SUM(x) AS s FROM a GROUP BY c;
SELECT * FROM v3;
SELECT c, COUNT(*) AS n, SUM(s) AS t FROM v3 GROUP BY c;
SELECT c FROM v3 WHERE s > 1 UNION ALL SELECT s FROM v2;
SELECT * FROM (VALUES (1, 'a'), (2, NULL)) AS q(a, b);
SELECT a, COUNT(*) AS c FROM (VALUES (1, 'a'), (2, NULL), (1, 'b')) AS q(a, b) GROUP BY a;
VALUES (1, DATE '2024-02-29', TIMESTAMP '2024-02-29 10:11:12.5', TRUE, 1.50, 'x'), (NULL, NULL, NULL, NULL, NULL, NULL);
SELECT COUNT(*) FILTER (WHERE v > 3) + SUM(v) AS x FROM f1;
SELECT SUM(DISTINCT v) AS s, AVG(DISTINCT v) AS a, MIN(DISTINCT v) AS m, COUNT(DISTINCT ok) AS c FROM f1;
SELECT ok, SUM(DISTINCT v) AS s, SUM(v) AS t, COUNT(DISTINCT v) FILTER (WHERE v > 0) AS c FROM f1 GROUP BY ok;
SELECT ok, SUM(v) / COUNT(*) AS q FROM f1 GROUP BY ok
-- duckdb: SELECT ok, SUM(v) // COUNT(*) FROM f1 GROUP BY ok;
SELECT x FROM e WHERE FALSE;
SELECT COUNT(*) AS c FROM e WHERE FALSE;
SELECT x, 1 AS one FROM e WHERE x = 1 AND y IS NULL;
SELECT COUNT(*) AS c FROM e HAVING COUNT(*) > 2;
SELECT 1 AS x FROM e HAVING COUNT(*) > 2;
SELECT g, m FROM per_group WHERE m > 2 UNION ALL SELECT x, y FROM e;
SELECT MAX(x) AS a, MAX(x) AS b FROM e;
SELECT * FROM e AS q(a, b) WHERE a > 1;
SELECT q.x, q.y + 1 AS z FROM (SELECT * FROM e WHERE x > 0) AS q WHERE q.y IS NOT NULL;
SELECT bo, COUNT(*) AS c FROM w GROUP BY bo, CASE WHEN i > 3 THEN 'x' ELSE 'y' END;
SELECT FLOOR(ts TO HOUR) AS h, COUNT(*) AS c FROM w GROUP BY FLOOR(ts TO HOUR)
-- duckdb: SELECT DATE_TRUNC('hour', ts), COUNT(*) FROM w GROUP BY 1;
SELECT DATE_TRUNC('hour', ts) AS h, COUNT(*) AS c FROM w GROUP BY DATE_TRUNC('hour', ts);
SELECT SUM(CASE WHEN ok THEN v ELSE 0 END) AS s, COUNT(CASE WHEN ok THEN 1 END) AS c FROM f1;
SELECT COUNT(*) AS c FROM (SELECT DISTINCT x FROM e) q;
SELECT x, COUNT(*) AS c FROM e GROUP BY x, x;
SELECT SUM(k) AS s FROM h GROUP BY v HAVING v > 2 AND SUM(k) > 0;
SELECT k FROM h GROUP BY k HAVING k > 0;
SELECT x, y, COUNT(*) AS c FROM e GROUP BY y, x;
SELECT UPPER(g) AS u, COUNT(*) AS c FROM n WHERE g LIKE '%b' OR g = '' GROUP BY UPPER(g);
SELECT x FROM e WHERE x IN (1, 2, 3) AND y NOT IN (2, 3);
SELECT x FROM e WHERE x NOT IN (1, NULL);
SELECT x FROM e WHERE NOT (x > 1 AND y > 1);
SELECT x FROM e WHERE (x > 1) IS NOT TRUE;
SELECT x IS NOT DISTINCT FROM y AS same, COUNT(*) AS c FROM e GROUP BY x IS NOT DISTINCT FROM y;
SELECT SUM(s) AS s FROM (SELECT x, SUM(y) AS s FROM e GROUP BY x HAVING SUM(y) > 0) q;
SELECT MAX(c) AS m, MIN(c) AS n, COUNT(*) AS k FROM (SELECT x, y, COUNT(*) AS c FROM e GROUP BY x, y) q;
SELECT 10 / k AS q, COUNT(*) AS c FROM h WHERE k <> 0 GROUP BY 10 / k
-- duckdb: SELECT 10 // k, COUNT(*) FROM h WHERE k <> 0 GROUP BY 10 // k;
SELECT COALESCE(g, '?') || '!' AS t, SUM(COALESCE(v, 0)) AS s FROM n GROUP BY COALESCE(g, '?') || '!';
SELECT COUNT(*) AS c, COUNT(DISTINCT b) AS d FROM d WHERE id > 0 GROUP BY a HAVING COUNT(DISTINCT b) > 0;
SELECT id, a + b AS s FROM d WHERE a IS NOT NULL;
SELECT a, b FROM d WHERE id = 3;
TABLE e
-- duckdb: SELECT * FROM e;
SELECT t.v AS a, h.v AS b FROM t JOIN h ON t.g = h.k;
SELECT t.g, h.k, e.y FROM t JOIN h ON t.g = h.k JOIN e ON e.x = h.k AND e.y > t.v;
SELECT d.id, t.g, t.v FROM d LEFT JOIN t ON d.a = t.g;
SELECT d.id, t.g, t.v FROM d RIGHT JOIN t ON d.a = t.g AND d.b < t.v;
SELECT d.id, d.a, t.g, t.v FROM d FULL JOIN t ON d.a = t.g;
SELECT d.id, d.a, t.g, t.v FROM d FULL JOIN t ON d.a = t.g AND d.b <> t.v;
SELECT d.id, t.v FROM d LEFT JOIN t ON d.a = t.g AND t.v > 1 WHERE d.b IS NULL OR t.v IS NULL;
SELECT a.id AS x, b.id AS y FROM d a JOIN d b ON a.a = b.b AND a.id < b.id;
SELECT a.id AS x, b.id AS y FROM d a, d b WHERE a.a = b.a AND a.id <> b.id;
SELECT e.x, h.k FROM e CROSS JOIN h;
SELECT e.x, h.k FROM e LEFT JOIN h ON e.x > h.v;
SELECT e.x, h.k FROM e FULL JOIN h ON e.x < h.v AND h.k > 0;
SELECT t.g, COUNT(*) AS c, SUM(h.v) AS s FROM t JOIN h ON t.g = h.k GROUP BY t.g;
SELECT p.g, p.m, t.v FROM per_group p LEFT JOIN t ON t.g = p.g AND t.v = p.m;
SELECT x.g, x.c, y.m FROM (SELECT g, COUNT(*) AS c FROM t GROUP BY g) x FULL JOIN (SELECT k, MAX(v) AS m FROM h GROUP BY k) y ON x.g = y.k;
SELECT COALESCE(x.a, y.k) AS k, COALESCE(x.s, 0) - COALESCE(y.s, 0) AS balance FROM (SELECT a, SUM(b) AS s FROM d GROUP BY a) x FULL JOIN (SELECT k, SUM(v) AS s FROM h GROUP BY k) y ON x.a = y.k;
SELECT w.s, n.v FROM w JOIN n ON w.s = n.g;
SELECT a.b AS x, b.b AS y FROM w a JOIN w b ON a.d = b.r;
SELECT a.i AS x, b.b AS y FROM w a JOIN w b ON a.i = b.b;
SELECT a.i AS x, b.b AS y FROM w a LEFT JOIN w b ON a.m = b.i;
SELECT a.m AS x, b.bin AS y, b.ts, a.tm FROM w a JOIN w b ON a.m = b.m AND a.bo = b.bo;
SELECT a.da AS x, b.ts AS y FROM w a LEFT JOIN w b ON a.da = b.da AND a.s < b.s;
SELECT v, f1.ok AS a, f2.ok AS b FROM f1 JOIN f2 USING (v);
SELECT v, f1.ok AS a, f2.ok AS b FROM f1 FULL JOIN f2 USING (v);
SELECT v, q.w FROM f1 NATURAL JOIN (SELECT v, k AS w FROM h) q;
SELECT x.v, q.s FROM f1 x, (SELECT SUM(v) AS s FROM f2) q WHERE x.v > q.s;
SELECT a.x, b.y FROM e a JOIN e b ON a.x IS NOT DISTINCT FROM b.x AND a.y = b.y;
SELECT a.x, b.y FROM e a LEFT JOIN e b ON a.x + 1 = b.y;
SELECT COUNT(*) AS c FROM t JOIN h ON t.g = h.k JOIN e ON e.x = t.g LEFT JOIN d ON d.a = e.y;
SELECT id FROM d WHERE a IN (SELECT x FROM e);
SELECT id FROM d WHERE a NOT IN (SELECT x FROM e);
SELECT id FROM d WHERE a NOT IN (SELECT x FROM e WHERE x IS NOT NULL);
SELECT id FROM d WHERE id NOT IN (SELECT v FROM h);
SELECT id FROM d WHERE a IS NOT NULL AND a NOT IN (SELECT v FROM h WHERE h.k = d.b);
SELECT id FROM d WHERE (a, b) IN (SELECT x, y FROM e);
SELECT id FROM d WHERE (a, b) NOT IN (SELECT x, y FROM e)
-- duckdb: SELECT id FROM d WHERE NOT EXISTS (SELECT 1 FROM e WHERE (a = x AND b = y) IS DISTINCT FROM FALSE);
SELECT id FROM d WHERE EXISTS (SELECT 1 FROM e WHERE e.x = d.a AND e.y < d.b);
SELECT id FROM d WHERE NOT EXISTS (SELECT 1 FROM e WHERE e.x = d.a AND e.y < d.b) AND id > 1;
SELECT id FROM d WHERE NOT EXISTS (SELECT 1 FROM e WHERE e.x = d.a);
SELECT x, y FROM e WHERE EXISTS (SELECT * FROM h);
SELECT x, y FROM e WHERE NOT EXISTS (SELECT * FROM h WHERE k > 2);
SELECT id FROM d WHERE a IN (SELECT x FROM e) OR b IN (SELECT k FROM h);
SELECT id, a IN (SELECT x FROM e) AS f FROM d;
SELECT id, a NOT IN (SELECT x FROM e WHERE y = d.b) AS f FROM d;
SELECT id, EXISTS (SELECT 1 FROM e WHERE x = a) AS f FROM d;
SELECT id, (SELECT MAX(x) FROM e) AS m FROM d;
SELECT id, (SELECT MAX(y) FROM e WHERE x = d.a) AS m FROM d;
SELECT id, (SELECT COUNT(*) FROM e WHERE x = d.a) AS c FROM d;
SELECT id, (SELECT COUNT(*) FROM e WHERE x < d.a) AS c FROM d;
SELECT x, y, (SELECT a FROM d WHERE id = e.x) AS da FROM e;
SELECT x, y FROM e WHERE y > (SELECT AVG(v) FROM h);
SELECT x, y FROM e WHERE y > (SELECT SUM(v) FROM h WHERE k = x);
SELECT x, y FROM e WHERE y > ALL (SELECT v FROM h WHERE k = 1);
SELECT x, y FROM e WHERE y > ANY (SELECT v FROM h);
SELECT x, y FROM e WHERE y <> ALL (SELECT v FROM h);
SELECT x, COUNT(*) AS c FROM e WHERE x IN (SELECT k FROM h WHERE v IN (SELECT a FROM d)) GROUP BY x;
SELECT g, SUM(v) AS s FROM t GROUP BY g HAVING SUM(v) > (SELECT MAX(v) FROM h);
SELECT g, h.v FROM t LEFT JOIN h ON t.g = h.k AND t.v IN (SELECT x FROM e)
-- duckdb: SELECT g, h.v FROM (SELECT g, v IN (SELECT x FROM e) AS f FROM t) u LEFT JOIN h ON u.g = h.k AND u.f;
SELECT ti, si FROM w WHERE m IN (SELECT v FROM h);
SELECT s FROM w WHERE s NOT IN (SELECT g FROM n WHERE v > 1);
SELECT x FROM e WHERE x IN (SELECT k FROM h GROUP BY k HAVING COUNT(*) > 1);
SELECT id FROM d WHERE NOT (a IN (SELECT x FROM e) AND b > 1);
SELECT a.id FROM d a WHERE a.b = (SELECT MAX(b.b) FROM d b WHERE b.a = a.a);
SELECT x FROM e UNION ALL SELECT k FROM h WHERE k NOT IN (SELECT x FROM e WHERE x IS NOT NULL);
SELECT id FROM d WHERE b NOT IN (SELECT y FROM e WHERE e.x = d.a);
SELECT id FROM d WHERE b NOT IN (SELECT y FROM e WHERE e.x > d.a AND y IS NOT NULL);
SELECT g, COUNT(*) AS c FROM t WHERE v NOT IN (SELECT v FROM h WHERE h.k = t.g) AND g NOT IN (SELECT x + 1 FROM e WHERE x > 3) GROUP BY g;
SELECT a.x, b.v, c.id FROM e a, h b, d c WHERE a.x = c.a AND b.k = c.b AND a.y < b.v + 3;
SELECT a.x, b.v, c.id, t.v AS tv FROM e a, h b, d c, t WHERE t.g = b.k AND b.v > a.y AND a.x = c.a AND c.b = b.k;
SELECT a.x, b.v FROM (SELECT * FROM e WHERE y > 1) a LEFT JOIN h b ON a.x = b.k, d c WHERE c.a = a.x;
SELECT g, v, r FROM (SELECT g, v, ROW_NUMBER() OVER (PARTITION BY g ORDER BY v DESC NULLS LAST) AS r FROM t) x WHERE r <= 2;
SELECT g, v FROM (SELECT g, v, ROW_NUMBER() OVER (PARTITION BY g ORDER BY v NULLS FIRST) AS r FROM t) x WHERE r = 1;
SELECT g, v FROM (SELECT g, v, ROW_NUMBER() OVER (ORDER BY v NULLS LAST, g DESC NULLS FIRST) AS r FROM t) x WHERE r >= 2 AND r < 5;
SELECT g, v, r FROM (SELECT g, v, RANK() OVER (PARTITION BY v ORDER BY g NULLS FIRST) AS r FROM t) x WHERE r BETWEEN 2 AND 3;
SELECT g, v, r FROM (SELECT g, v, DENSE_RANK() OVER (ORDER BY v DESC NULLS LAST) AS r FROM t) x WHERE 3 > r;
SELECT g, v FROM (SELECT g, v, DENSE_RANK() OVER (ORDER BY v NULLS FIRST) AS r FROM t) x WHERE r = 2;
SELECT id, r FROM (SELECT id, RANK() OVER (ORDER BY b DESC NULLS FIRST, a NULLS LAST) AS r FROM d) x WHERE r > 2;
SELECT id, r FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS r FROM d) x WHERE r IN (1, 3) OR r = 5;
SELECT id, r FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS r FROM d) x WHERE r <= 0;
SELECT id, r FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS r FROM d) x WHERE r <= 2.5 AND r > 0.5 AND id > 2;
SELECT id, RANK() OVER (ORDER BY a NULLS LAST) * 10 + DENSE_RANK() OVER (PARTITION BY a ORDER BY b NULLS FIRST) AS r FROM d;
SELECT id, a, b FROM d ORDER BY a DESC NULLS LAST, b NULLS FIRST, id LIMIT 3 OFFSET 2;
SELECT g, v FROM t ORDER BY v + g NULLS LAST, v NULLS LAST, g NULLS LAST LIMIT 4;
SELECT g, v FROM t ORDER BY v NULLS LAST, g NULLS LAST OFFSET 3;
SELECT g FROM t ORDER BY g NULLS FIRST, v NULLS FIRST LIMIT 0;
SELECT g, COUNT(*) AS c FROM (SELECT g, v, ROW_NUMBER() OVER (PARTITION BY g ORDER BY v NULLS FIRST) AS r FROM t) x WHERE r <= 2 GROUP BY g;
SELECT g, s, r FROM (SELECT g, SUM(v) AS s, RANK() OVER (ORDER BY SUM(v) DESC NULLS LAST) AS r FROM t GROUP BY g) x WHERE r <= 2;
SELECT d.id, x.v FROM d JOIN (SELECT k, v, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v DESC) AS r FROM h) x ON x.k = d.a AND x.r = 1;
SELECT id FROM d WHERE a IN (SELECT x FROM e ORDER BY x DESC NULLS LAST LIMIT 2);
SELECT id, (SELECT v FROM h ORDER BY v LIMIT 1) AS m FROM d;
SELECT id, b FROM d QUALIFY RANK() OVER (PARTITION BY a ORDER BY b NULLS LAST) <= 1;
SELECT x FROM (SELECT x FROM e ORDER BY x NULLS LAST LIMIT 3) u UNION ALL (SELECT k FROM h ORDER BY k DESC NULLS LAST LIMIT 2);
SELECT s, r FROM (SELECT s, DENSE_RANK() OVER (ORDER BY s DESC NULLS LAST) AS r FROM w) x WHERE r <= 3;
SELECT m, r FROM (SELECT m, RANK() OVER (PARTITION BY bo ORDER BY m DESC NULLS LAST) AS r FROM w) x WHERE r <= 2;
SELECT da, ts, r FROM (SELECT da, ts, RANK() OVER (ORDER BY da NULLS FIRST, ts DESC NULLS LAST) AS r FROM w) x WHERE r <= 4;
SELECT tm, r FROM (SELECT tm, RANK() OVER (ORDER BY ti DESC NULLS LAST, tm NULLS LAST) AS r FROM w) x WHERE r <= 4;
SELECT si, r FROM (SELECT si, RANK() OVER (ORDER BY d NULLS FIRST, si NULLS LAST) AS r FROM w) x WHERE r <= 4;
SELECT b, n FROM (SELECT b, RANK() OVER (ORDER BY r DESC NULLS LAST, b NULLS LAST) AS n FROM w) x WHERE n <= 4;
SELECT bo, n FROM (SELECT bo, RANK() OVER (ORDER BY bo NULLS LAST, i) AS n FROM w WHERE i IS NOT NULL) x WHERE n BETWEEN 2 AND 6;
SELECT window_start, window_end, COUNT(*) AS c, SUM(i) AS s, COUNT(DISTINCT ti) AS d, MAX(s) AS m FROM TABLE(TUMBLE(TABLE w, DESCRIPTOR(ts), INTERVAL '2' HOUR)) GROUP BY window_start, window_end
-- duckdb: SELECT window_start, window_end, COUNT(*) AS c, SUM(i) AS s, COUNT(DISTINCT ti) AS d, MAX(s) AS m FROM (SELECT *, time_bucket(INTERVAL 2 HOUR, ts, TIMESTAMP '1970-01-01') AS window_start, time_bucket(INTERVAL 2 HOUR, ts, TIMESTAMP '1970-01-01') + INTERVAL 2 HOUR AS window_end FROM w WHERE ts IS NOT NULL) GROUP BY window_start, window_end;
SELECT window_start, window_end, COUNT(*) AS c, SUM(i) AS s, COUNT(DISTINCT ti) AS d, MAX(s) AS m FROM TABLE(HOP(TABLE w, DESCRIPTOR(ts), INTERVAL '1' HOUR, INTERVAL '3' HOUR)) GROUP BY window_start, window_end
-- duckdb: SELECT window_start, window_end, COUNT(*) AS c, SUM(i) AS s, COUNT(DISTINCT ti) AS d, MAX(s) AS m FROM (SELECT *, window_start + INTERVAL 3 HOUR AS window_end FROM (SELECT *, time_bucket(INTERVAL 1 HOUR, ts, TIMESTAMP '1970-01-01') - k * INTERVAL 1 HOUR AS window_start FROM w, (VALUES (0), (1), (2)) x(k) WHERE ts IS NOT NULL)) GROUP BY window_start, window_end;
SELECT window_start, window_end, COUNT(*) AS c, SUM(i) AS s, COUNT(DISTINCT ti) AS d, MAX(s) AS m FROM TABLE(CUMULATE(TABLE w, DESCRIPTOR(ts), INTERVAL '1' HOUR, INTERVAL '3' HOUR)) GROUP BY window_start, window_end
-- duckdb: SELECT window_start, window_end, COUNT(*) AS c, SUM(i) AS s, COUNT(DISTINCT ti) AS d, MAX(s) AS m FROM (SELECT *, window_start + k * INTERVAL 1 HOUR AS window_end FROM (SELECT *, time_bucket(INTERVAL 3 HOUR, ts, TIMESTAMP '1970-01-01') AS window_start FROM w, (VALUES (1), (2), (3)) x(k) WHERE ts IS NOT NULL) WHERE window_start + k * INTERVAL 1 HOUR > ts) GROUP BY window_start, window_end;
SELECT window_start, window_end, COUNT(*) AS c, SUM(i) AS s, COUNT(DISTINCT ti) AS d, MAX(s) AS m FROM TABLE(SESSION(TABLE w, DESCRIPTOR(ts), INTERVAL '40' MINUTE)) GROUP BY window_start, window_end
-- duckdb: SELECT window_start, window_end, COUNT(*) AS c, SUM(i) AS s, COUNT(DISTINCT ti) AS d, MAX(s) AS m FROM (SELECT *, MIN(ts) OVER (PARTITION BY session_no) AS window_start, MAX(ts) OVER (PARTITION BY session_no) + INTERVAL 40 MINUTE AS window_end FROM (SELECT *, SUM(begins) OVER (ORDER BY ts ROWS UNBOUNDED PRECEDING) AS session_no FROM (SELECT *, CASE WHEN ts - LAG(ts) OVER (ORDER BY ts) <= INTERVAL 40 MINUTE THEN 0 ELSE 1 END AS begins FROM w WHERE ts IS NOT NULL))) GROUP BY window_start, window_end;
SELECT bo, window_start, window_end, COUNT(*) AS c FROM TABLE(SESSION(TABLE w PARTITION BY bo, DESCRIPTOR(ts), INTERVAL '30' MINUTE)) GROUP BY bo, window_start, window_end
-- duckdb: SELECT bo, window_start, window_end, COUNT(*) AS c FROM (SELECT *, MIN(ts) OVER (PARTITION BY bo, session_no) AS window_start, MAX(ts) OVER (PARTITION BY bo, session_no) + INTERVAL 30 MINUTE AS window_end FROM (SELECT *, SUM(begins) OVER (PARTITION BY bo ORDER BY ts ROWS UNBOUNDED PRECEDING) AS session_no FROM (SELECT *, CASE WHEN ts - LAG(ts) OVER (PARTITION BY bo ORDER BY ts) <= INTERVAL 30 MINUTE THEN 0 ELSE 1 END AS begins FROM w WHERE ts IS NOT NULL))) GROUP BY bo, window_start, window_end;
SELECT i, COUNT(*) AS c FROM TABLE(SESSION(TABLE w PARTITION BY i, DESCRIPTOR(ts), INTERVAL '2' HOUR)) GROUP BY i, window_start, window_end
-- duckdb: SELECT i, COUNT(*) AS c FROM (SELECT *, MIN(ts) OVER (PARTITION BY i, session_no) AS window_start, MAX(ts) OVER (PARTITION BY i, session_no) + INTERVAL 2 HOUR AS window_end FROM (SELECT *, SUM(begins) OVER (PARTITION BY i ORDER BY ts ROWS UNBOUNDED PRECEDING) AS session_no FROM (SELECT *, CASE WHEN ts - LAG(ts) OVER (PARTITION BY i ORDER BY ts) <= INTERVAL 2 HOUR THEN 0 ELSE 1 END AS begins FROM w WHERE ts IS NOT NULL))) GROUP BY i, window_start, window_end;
SELECT i, s, window_start, window_end, MIN(b) AS mi, MAX(m) AS ma, COUNT(da) AS c FROM TABLE(SESSION(TABLE w PARTITION BY (i, s), DESCRIPTOR(ts), INTERVAL '1' HOUR)) GROUP BY i, s, window_start, window_end
-- duckdb: SELECT i, s, window_start, window_end, MIN(b) AS mi, MAX(m) AS ma, COUNT(da) AS c FROM (SELECT *, MIN(ts) OVER (PARTITION BY i, s, session_no) AS window_start, MAX(ts) OVER (PARTITION BY i, s, session_no) + INTERVAL 1 HOUR AS window_end FROM (SELECT *, SUM(begins) OVER (PARTITION BY i, s ORDER BY ts ROWS UNBOUNDED PRECEDING) AS session_no FROM (SELECT *, CASE WHEN ts - LAG(ts) OVER (PARTITION BY i, s ORDER BY ts) <= INTERVAL 1 HOUR THEN 0 ELSE 1 END AS begins FROM w WHERE ts IS NOT NULL))) GROUP BY i, s, window_start, window_end;
SELECT r, d, ti, ts, window_start, window_end FROM TABLE(SESSION(TABLE w PARTITION BY d, DESCRIPTOR(ts), INTERVAL '90' MINUTE))
-- duckdb: SELECT r, d, ti, ts, window_start, window_end FROM (SELECT *, MIN(ts) OVER (PARTITION BY d, session_no) AS window_start, MAX(ts) OVER (PARTITION BY d, session_no) + INTERVAL 90 MINUTE AS window_end FROM (SELECT *, SUM(begins) OVER (PARTITION BY d ORDER BY ts ROWS UNBOUNDED PRECEDING) AS session_no FROM (SELECT *, CASE WHEN ts - LAG(ts) OVER (PARTITION BY d ORDER BY ts) <= INTERVAL 90 MINUTE THEN 0 ELSE 1 END AS begins FROM w WHERE ts IS NOT NULL)));
SELECT r, window_end FROM TABLE(SESSION(TABLE w PARTITION BY r, DESCRIPTOR(ts), INTERVAL '31' MINUTE)) WHERE ti > 0 AND r < 1
-- duckdb: SELECT r, window_end FROM (SELECT *, MIN(ts) OVER (PARTITION BY r, session_no) AS window_start, MAX(ts) OVER (PARTITION BY r, session_no) + INTERVAL 31 MINUTE AS window_end FROM (SELECT *, SUM(begins) OVER (PARTITION BY r ORDER BY ts ROWS UNBOUNDED PRECEDING) AS session_no FROM (SELECT *, CASE WHEN ts - LAG(ts) OVER (PARTITION BY r ORDER BY ts) <= INTERVAL 31 MINUTE THEN 0 ELSE 1 END AS begins FROM w WHERE ts IS NOT NULL))) WHERE ti > 0 AND r < 1;
SELECT ti, window_start, COUNT(*) AS c FROM TABLE(SESSION((SELECT ti, ts FROM w WHERE si > 0) PARTITION BY ti, DESCRIPTOR(ts), INTERVAL '1' HOUR)) GROUP BY ti, window_start
-- duckdb: SELECT ti, window_start, COUNT(*) AS c FROM (SELECT *, MIN(ts) OVER (PARTITION BY ti, session_no) AS window_start, MAX(ts) OVER (PARTITION BY ti, session_no) + INTERVAL 1 HOUR AS window_end FROM (SELECT *, SUM(begins) OVER (PARTITION BY ti ORDER BY ts ROWS UNBOUNDED PRECEDING) AS session_no FROM (SELECT *, CASE WHEN ts - LAG(ts) OVER (PARTITION BY ti ORDER BY ts) <= INTERVAL 1 HOUR THEN 0 ELSE 1 END AS begins FROM (SELECT ti, ts FROM w WHERE si > 0) WHERE ts IS NOT NULL))) GROUP BY ti, window_start;
SELECT window_start, SUM(c) AS c, MAX(c) AS m FROM (SELECT s, window_start, COUNT(*) AS c FROM TABLE(SESSION(TABLE w PARTITION BY s, DESCRIPTOR(ts), INTERVAL '1' HOUR)) GROUP BY s, window_start) x GROUP BY window_start
-- duckdb: SELECT window_start, SUM(c) AS c, MAX(c) AS m FROM (SELECT s, window_start, COUNT(*) AS c FROM (SELECT *, MIN(ts) OVER (PARTITION BY s, session_no) AS window_start, MAX(ts) OVER (PARTITION BY s, session_no) + INTERVAL 1 HOUR AS window_end FROM (SELECT *, SUM(begins) OVER (PARTITION BY s ORDER BY ts ROWS UNBOUNDED PRECEDING) AS session_no FROM (SELECT *, CASE WHEN ts - LAG(ts) OVER (PARTITION BY s ORDER BY ts) <= INTERVAL 1 HOUR THEN 0 ELSE 1 END AS begins FROM w WHERE ts IS NOT NULL))) GROUP BY s, window_start) x GROUP BY window_start;
SELECT ti, i, window_start, ROW_NUMBER() OVER (PARTITION BY window_start, window_end, i ORDER BY ti NULLS FIRST) AS n FROM TABLE(TUMBLE(TABLE w, DESCRIPTOR(ts), INTERVAL '2' HOUR)) QUALIFY n <= 1
-- duckdb: SELECT ti, i, window_start, ROW_NUMBER() OVER (PARTITION BY window_start, window_end, i ORDER BY ti NULLS FIRST) AS n FROM (SELECT *, time_bucket(INTERVAL 2 HOUR, ts, TIMESTAMP '1970-01-01') AS window_start, time_bucket(INTERVAL 2 HOUR, ts, TIMESTAMP '1970-01-01') + INTERVAL 2 HOUR AS window_end FROM w WHERE ts IS NOT NULL) QUALIFY n <= 1;
SELECT b, window_end, RANK() OVER (PARTITION BY bo, window_start ORDER BY b DESC NULLS LAST) AS n FROM TABLE(SESSION(TABLE w PARTITION BY bo, DESCRIPTOR(ts), INTERVAL '1' HOUR)) QUALIFY n <= 2
-- duckdb: SELECT b, window_end, RANK() OVER (PARTITION BY bo, window_start ORDER BY b DESC NULLS LAST) AS n FROM (SELECT *, MIN(ts) OVER (PARTITION BY bo, session_no) AS window_start, MAX(ts) OVER (PARTITION BY bo, session_no) + INTERVAL 1 HOUR AS window_end FROM (SELECT *, SUM(begins) OVER (PARTITION BY bo ORDER BY ts ROWS UNBOUNDED PRECEDING) AS session_no FROM (SELECT *, CASE WHEN ts - LAG(ts) OVER (PARTITION BY bo ORDER BY ts) <= INTERVAL 1 HOUR THEN 0 ELSE 1 END AS begins FROM w WHERE ts IS NOT NULL))) QUALIFY n <= 2;
SELECT x.window_start, x.window_end, x.c, y.m FROM (SELECT window_start, window_end, COUNT(*) AS c FROM TABLE(TUMBLE(TABLE w, DESCRIPTOR(ts), INTERVAL '2' HOUR)) WHERE bo GROUP BY window_start, window_end) x LEFT JOIN (SELECT window_start, window_end, MAX(m) AS m FROM TABLE(TUMBLE(TABLE w, DESCRIPTOR(ts), INTERVAL '2' HOUR)) WHERE NOT bo GROUP BY window_start, window_end) y ON x.window_start = y.window_start AND x.window_end = y.window_end
-- duckdb: SELECT x.window_start, x.window_end, x.c, y.m FROM (SELECT window_start, window_end, COUNT(*) AS c FROM (SELECT *, time_bucket(INTERVAL 2 HOUR, ts, TIMESTAMP '1970-01-01') AS window_start, time_bucket(INTERVAL 2 HOUR, ts, TIMESTAMP '1970-01-01') + INTERVAL 2 HOUR AS window_end FROM w WHERE ts IS NOT NULL) WHERE bo GROUP BY window_start, window_end) x LEFT JOIN (SELECT window_start, window_end, MAX(m) AS m FROM (SELECT *, time_bucket(INTERVAL 2 HOUR, ts, TIMESTAMP '1970-01-01') AS window_start, time_bucket(INTERVAL 2 HOUR, ts, TIMESTAMP '1970-01-01') + INTERVAL 2 HOUR AS window_end FROM w WHERE ts IS NOT NULL) WHERE NOT bo GROUP BY window_start, window_end) y ON x.window_start = y.window_start AND x.window_end = y.window_end;
SELECT x.window_start, x.window_end, x.c, y.m FROM (SELECT window_start, window_end, COUNT(*) AS c FROM TABLE(HOP(TABLE w, DESCRIPTOR(ts), INTERVAL '1' HOUR, INTERVAL '3' HOUR)) WHERE bo GROUP BY window_start, window_end) x LEFT JOIN (SELECT window_start, window_end, MAX(m) AS m FROM TABLE(CUMULATE(TABLE w, DESCRIPTOR(ts), INTERVAL '1' HOUR, INTERVAL '3' HOUR)) WHERE NOT bo GROUP BY window_start, window_end) y ON x.window_start = y.window_start AND x.window_end = y.window_end
-- duckdb: SELECT x.window_start, x.window_end, x.c, y.m FROM (SELECT window_start, window_end, COUNT(*) AS c FROM (SELECT *, window_start + INTERVAL 3 HOUR AS window_end FROM (SELECT *, time_bucket(INTERVAL 1 HOUR, ts, TIMESTAMP '1970-01-01') - k * INTERVAL 1 HOUR AS window_start FROM w, (VALUES (0), (1), (2)) x(k) WHERE ts IS NOT NULL)) WHERE bo GROUP BY window_start, window_end) x LEFT JOIN (SELECT window_start, window_end, MAX(m) AS m FROM (SELECT *, window_start + k * INTERVAL 1 HOUR AS window_end FROM (SELECT *, time_bucket(INTERVAL 3 HOUR, ts, TIMESTAMP '1970-01-01') AS window_start FROM w, (VALUES (1), (2), (3)) x(k) WHERE ts IS NOT NULL) WHERE window_start + k * INTERVAL 1 HOUR > ts) WHERE NOT bo GROUP BY window_start, window_end) y ON x.window_start = y.window_start AND x.window_end = y.window_end;
SELECT x.window_start, x.window_end, x.c, y.m FROM (SELECT window_start, window_end, COUNT(*) AS c FROM TABLE(SESSION(TABLE w PARTITION BY bo, DESCRIPTOR(ts), INTERVAL '1' HOUR)) WHERE bo GROUP BY window_start, window_end) x LEFT JOIN (SELECT window_start, window_end, MAX(m) AS m FROM TABLE(SESSION(TABLE w PARTITION BY bo, DESCRIPTOR(ts), INTERVAL '1' HOUR)) WHERE NOT bo GROUP BY window_start, window_end) y ON x.window_start = y.window_start AND x.window_end = y.window_end
-- duckdb: SELECT x.window_start, x.window_end, x.c, y.m FROM (SELECT window_start, window_end, COUNT(*) AS c FROM (SELECT *, MIN(ts) OVER (PARTITION BY bo, session_no) AS window_start, MAX(ts) OVER (PARTITION BY bo, session_no) + INTERVAL 1 HOUR AS window_end FROM (SELECT *, SUM(begins) OVER (PARTITION BY bo ORDER BY ts ROWS UNBOUNDED PRECEDING) AS session_no FROM (SELECT *, CASE WHEN ts - LAG(ts) OVER (PARTITION BY bo ORDER BY ts) <= INTERVAL 1 HOUR THEN 0 ELSE 1 END AS begins FROM w WHERE ts IS NOT NULL))) WHERE bo GROUP BY window_start, window_end) x LEFT JOIN (SELECT window_start, window_end, MAX(m) AS m FROM (SELECT *, MIN(ts) OVER (PARTITION BY bo, session_no) AS window_start, MAX(ts) OVER (PARTITION BY bo, session_no) + INTERVAL 1 HOUR AS window_end FROM (SELECT *, SUM(begins) OVER (PARTITION BY bo ORDER BY ts ROWS UNBOUNDED PRECEDING) AS session_no FROM (SELECT *, CASE WHEN ts - LAG(ts) OVER (PARTITION BY bo ORDER BY ts) <= INTERVAL 1 HOUR THEN 0 ELSE 1 END AS begins FROM w WHERE ts IS NOT NULL))) WHERE NOT bo GROUP BY window_start, window_end) y ON x.window_start = y.window_start AND x.window_end = y.window_end;
SELECT t.v, x.window_end FROM t JOIN TABLE(SESSION(TABLE w PARTITION BY i, DESCRIPTOR(ts), INTERVAL '1' HOUR)) x ON x.i = t.g
-- duckdb: SELECT t.v, x.window_end FROM t JOIN (SELECT *, MIN(ts) OVER (PARTITION BY i, session_no) AS window_start, MAX(ts) OVER (PARTITION BY i, session_no) + INTERVAL 1 HOUR AS window_end FROM (SELECT *, SUM(begins) OVER (PARTITION BY i ORDER BY ts ROWS UNBOUNDED PRECEDING) AS session_no FROM (SELECT *, CASE WHEN ts - LAG(ts) OVER (PARTITION BY i ORDER BY ts) <= INTERVAL 1 HOUR THEN 0 ELSE 1 END AS begins FROM w WHERE ts IS NOT NULL))) x ON x.i = t.g;
SELECT g, v FROM t WHERE g IN (SELECT i FROM TABLE(SESSION(TABLE w PARTITION BY i, DESCRIPTOR(ts), INTERVAL '1' HOUR)) WHERE window_end > window_start + INTERVAL '1' HOUR)
-- duckdb: SELECT g, v FROM t WHERE g IN (SELECT i FROM (SELECT *, MIN(ts) OVER (PARTITION BY i, session_no) AS window_start, MAX(ts) OVER (PARTITION BY i, session_no) + INTERVAL 1 HOUR AS window_end FROM (SELECT *, SUM(begins) OVER (PARTITION BY i ORDER BY ts ROWS UNBOUNDED PRECEDING) AS session_no FROM (SELECT *, CASE WHEN ts - LAG(ts) OVER (PARTITION BY i ORDER BY ts) <= INTERVAL 1 HOUR THEN 0 ELSE 1 END AS begins FROM w WHERE ts IS NOT NULL))) WHERE window_end > window_start + INTERVAL '1' HOUR);
SELECT e.window_start, COUNT(*) AS c FROM TABLE(SESSION(TABLE w, DESCRIPTOR(ts), INTERVAL '29' MINUTE)) e GROUP BY e.window_start HAVING COUNT(*) > 1
-- duckdb: SELECT e.window_start, COUNT(*) AS c FROM (SELECT *, MIN(ts) OVER (PARTITION BY session_no) AS window_start, MAX(ts) OVER (PARTITION BY session_no) + INTERVAL 29 MINUTE AS window_end FROM (SELECT *, SUM(begins) OVER (ORDER BY ts ROWS UNBOUNDED PRECEDING) AS session_no FROM (SELECT *, CASE WHEN ts - LAG(ts) OVER (ORDER BY ts) <= INTERVAL 29 MINUTE THEN 0 ELSE 1 END AS begins FROM w WHERE ts IS NOT NULL))) e GROUP BY e.window_start HAVING COUNT(*) > 1;
SELECT k, v FROM h UNION ALL SELECT k, CAST(SUM(v) AS INT) FROM h GROUP BY k;
SELECT a.k, a.v, b.c FROM h a JOIN (SELECT k, COUNT(*) AS c FROM h GROUP BY k) b ON a.k = b.k;
SELECT k, c FROM (SELECT k, COUNT(*) AS c FROM h GROUP BY k) x WHERE c = (SELECT MAX(c) FROM (SELECT k, COUNT(*) AS c FROM h GROUP BY k) y);
SELECT k, v FROM h WHERE v IN (SELECT MAX(v) FROM h GROUP BY k) UNION ALL SELECT k, v FROM h WHERE k IS NULL;
SELECT a.k, a.v FROM h a WHERE EXISTS (SELECT 1 FROM h b WHERE b.v > a.v AND EXISTS (SELECT 1 FROM h c WHERE c.k = b.k AND c.v <> b.v));
SELECT a.k, a.v FROM h a WHERE NOT EXISTS (SELECT 1 FROM h b WHERE b.v > a.v AND NOT EXISTS (SELECT 1 FROM h c WHERE c.k = b.k AND c.v < b.v));
