CREATE VIEW q0 AS
SELECT auction, bidder, price, date_time, extra FROM bid;

CREATE VIEW q1 AS
SELECT auction, bidder, 0.908 * price AS price, date_time, extra FROM bid;

CREATE VIEW q2 AS
SELECT auction, price FROM bid WHERE auction % 123 = 0;

CREATE VIEW q3 AS
SELECT p.name, p.city, p.state, a.id
FROM auction AS a JOIN person AS p ON a.seller = p.id
WHERE a.category = 10 AND p.state IN ('OR', 'ID', 'CA');

CREATE VIEW q4 AS
SELECT category, AVG(final) AS final
FROM (SELECT MAX(b.price) AS final, a.category
      FROM auction AS a JOIN bid AS b ON a.id = b.auction
      WHERE b.date_time BETWEEN a.date_time AND a.expires
      GROUP BY a.id, a.category) AS winning
GROUP BY category;

CREATE VIEW q5 AS
WITH counted AS (
  SELECT auction, COUNT(*) AS num,
         time_bucket(INTERVAL '2 minutes', date_time) - to_minutes(2 * CAST(hop.i AS INT)) AS window_start
  FROM bid, range(5) AS hop(i)
  GROUP BY ALL)
SELECT auction, num, window_start
FROM counted
QUALIFY num = MAX(num) OVER (PARTITION BY window_start);

CREATE VIEW q6 AS
SELECT seller, AVG(final) AS final
FROM (SELECT a.seller, MAX(b.price) AS final,
             ROW_NUMBER() OVER (PARTITION BY a.seller ORDER BY a.expires DESC, a.id DESC) AS place
      FROM auction AS a JOIN bid AS b ON a.id = b.auction
      WHERE b.date_time BETWEEN a.date_time AND a.expires
      GROUP BY a.id, a.seller, a.expires) AS ranked
WHERE place <= 10
GROUP BY seller;

CREATE VIEW q7 AS
SELECT b.auction, b.price, b.bidder, b.date_time, b.extra
FROM bid AS b
JOIN (SELECT MAX(price) AS most, time_bucket(INTERVAL '10 minutes', date_time) AS window_start
      FROM bid GROUP BY ALL) AS highest
ON b.price = highest.most
WHERE b.date_time BETWEEN highest.window_start AND highest.window_start + INTERVAL '10 minutes';

CREATE VIEW q8 AS
SELECT DISTINCT p.id, p.name, date_trunc('hour', p.date_time) AS window_start
FROM person AS p JOIN auction AS a
ON p.id = a.seller AND date_trunc('hour', p.date_time) = date_trunc('hour', a.date_time);

CREATE VIEW q9 AS
SELECT id, seller, category, auction, bidder, price, bid_date_time
FROM (SELECT a.id, a.seller, a.category, b.auction, b.bidder, b.price, b.date_time AS bid_date_time,
             ROW_NUMBER() OVER (PARTITION BY a.id ORDER BY b.price DESC, b.date_time) AS place
      FROM auction AS a JOIN bid AS b ON a.id = b.auction
      WHERE b.date_time BETWEEN a.date_time AND a.expires) AS ranked
WHERE place <= 1;

CREATE VIEW q11 AS
SELECT bidder, COUNT(*) AS bid_count, MIN(date_time) AS window_start, MAX(date_time) + INTERVAL '10 minutes' AS window_end
FROM (SELECT bidder, date_time,
             SUM(begins) OVER (PARTITION BY bidder ORDER BY date_time ROWS UNBOUNDED PRECEDING) AS session
      FROM (SELECT bidder, date_time,
                   CASE WHEN date_time - LAG(date_time) OVER (PARTITION BY bidder ORDER BY date_time)
                             <= INTERVAL '10 minutes' THEN 0 ELSE 1 END AS begins
            FROM bid) AS marked) AS numbered
GROUP BY bidder, session;

CREATE VIEW q13 AS
SELECT b.auction, b.bidder, b.price, b.date_time, s.aisle
FROM bid AS b JOIN shelf AS s ON b.auction % 100 = s.number;

CREATE VIEW q14 AS
SELECT auction, bidder, 0.908 * price AS price,
       CASE WHEN hour(date_time) BETWEEN 8 AND 18 THEN 'dayTime'
            WHEN hour(date_time) <= 6 OR hour(date_time) >= 20 THEN 'nightTime'
            ELSE 'otherTime' END AS bid_time_type,
       date_time, extra,
       length(extra) - length(REPLACE(extra, 'c', '')) AS c_counts
FROM bid
WHERE 0.908 * price > 1000000 AND 0.908 * price < 50000000;

CREATE VIEW q15 AS
SELECT CAST(date_time AS DATE) AS bid_day,
       COUNT(*) AS total_bids,
       COUNT(*) FILTER (WHERE price < 10000) AS rank1_bids,
       COUNT(*) FILTER (WHERE price >= 10000 AND price < 1000000) AS rank2_bids,
       COUNT(*) FILTER (WHERE price >= 1000000) AS rank3_bids,
       COUNT(DISTINCT bidder) AS total_bidders,
       COUNT(DISTINCT bidder) FILTER (WHERE price < 10000) AS rank1_bidders,
       COUNT(DISTINCT bidder) FILTER (WHERE price >= 10000 AND price < 1000000) AS rank2_bidders,
       COUNT(DISTINCT bidder) FILTER (WHERE price >= 1000000) AS rank3_bidders,
       COUNT(DISTINCT auction) AS total_auctions,
       COUNT(DISTINCT auction) FILTER (WHERE price < 10000) AS rank1_auctions,
       COUNT(DISTINCT auction) FILTER (WHERE price >= 10000 AND price < 1000000) AS rank2_auctions,
       COUNT(DISTINCT auction) FILTER (WHERE price >= 1000000) AS rank3_auctions
FROM bid
GROUP BY CAST(date_time AS DATE);

CREATE VIEW q16 AS
SELECT channel, CAST(date_time AS DATE) AS bid_day,
       MAX(strftime(date_time, '%H:%M')) AS bid_minute,
       COUNT(*) AS total_bids,
       COUNT(*) FILTER (WHERE price < 10000) AS rank1_bids,
       COUNT(*) FILTER (WHERE price >= 10000 AND price < 1000000) AS rank2_bids,
       COUNT(*) FILTER (WHERE price >= 1000000) AS rank3_bids,
       COUNT(DISTINCT bidder) AS total_bidders,
       COUNT(DISTINCT bidder) FILTER (WHERE price < 10000) AS rank1_bidders,
       COUNT(DISTINCT bidder) FILTER (WHERE price >= 10000 AND price < 1000000) AS rank2_bidders,
       COUNT(DISTINCT bidder) FILTER (WHERE price >= 1000000) AS rank3_bidders,
       COUNT(DISTINCT auction) AS total_auctions,
       COUNT(DISTINCT auction) FILTER (WHERE price < 10000) AS rank1_auctions,
       COUNT(DISTINCT auction) FILTER (WHERE price >= 10000 AND price < 1000000) AS rank2_auctions,
       COUNT(DISTINCT auction) FILTER (WHERE price >= 1000000) AS rank3_auctions
FROM bid
GROUP BY channel, CAST(date_time AS DATE);

CREATE VIEW q17 AS
SELECT auction, CAST(date_time AS DATE) AS bid_day,
       COUNT(*) AS total_bids,
       COUNT(*) FILTER (WHERE price < 10000) AS rank1_bids,
       COUNT(*) FILTER (WHERE price >= 10000 AND price < 1000000) AS rank2_bids,
       COUNT(*) FILTER (WHERE price >= 1000000) AS rank3_bids,
       MIN(price) AS min_price,
       MAX(price) AS max_price,
       AVG(price) AS avg_price,
       SUM(price) AS sum_price
FROM bid
GROUP BY auction, CAST(date_time AS DATE);

CREATE VIEW q18 AS
SELECT auction, bidder, price, channel, url, date_time, extra
FROM (SELECT auction, bidder, price, channel, url, date_time, extra,
             ROW_NUMBER() OVER (PARTITION BY bidder, auction ORDER BY date_time DESC) AS place
      FROM bid) AS ranked
WHERE place <= 1;

CREATE VIEW q19 AS
SELECT auction, bidder, price, channel, url, date_time, extra, place
FROM (SELECT auction, bidder, price, channel, url, date_time, extra,
             ROW_NUMBER() OVER (PARTITION BY auction ORDER BY price DESC, date_time) AS place
      FROM bid) AS ranked
WHERE place <= 10;

CREATE VIEW q20 AS
SELECT b.auction, b.bidder, b.price, b.channel, b.url, b.date_time AS bid_date_time,
       b.extra AS bid_extra, a.item_name, a.description, a.initial_bid, a.reserve,
       a.date_time AS auction_date_time, a.expires, a.seller, a.category, a.extra AS auction_extra
FROM bid AS b JOIN auction AS a ON b.auction = a.id
WHERE a.category = 10;

CREATE VIEW q21 AS
SELECT auction, bidder, price, channel,
       CASE LOWER(channel)
         WHEN 'apple' THEN '0'
         WHEN 'google' THEN '1'
         WHEN 'facebook' THEN '2'
         WHEN 'baidu' THEN '3'
         ELSE regexp_extract(url, '(&|^)channel_id=([^&]*)', 2) END AS channel_id
FROM bid
WHERE regexp_matches(url, '(&|^)channel_id=([^&]*)') OR LOWER(channel) IN ('apple', 'google', 'facebook', 'baidu');

CREATE VIEW q22 AS
SELECT auction, bidder, price, channel,
       string_split(url, '/')[4] AS dir1,
       string_split(url, '/')[5] AS dir2,
       string_split(url, '/')[6] AS dir3
FROM bid;

SELECT COUNT(*) AS bids, SUM(auction) AS auctions, SUM(bidder) AS bidders, SUM(price) AS prices,
       MIN(date_time) AS earliest, MAX(date_time) AS latest, MIN(extra) AS least, MAX(extra) AS greatest
FROM q0;

SELECT COUNT(*) AS bids, SUM(price) AS total FROM q1;

SELECT auction, bidder, price, date_time, extra FROM q1 ORDER BY date_time DESC LIMIT 20;

SELECT auction, price FROM q2 ORDER BY auction, price;

SELECT name, city, state, id FROM q3 ORDER BY id;

SELECT category, final FROM q4 ORDER BY category;

SELECT window_start, auction, num FROM q5 ORDER BY window_start, auction;

SELECT seller, final FROM q6 ORDER BY seller;

SELECT auction, price, bidder, date_time, extra FROM q7 ORDER BY date_time, auction, price, bidder;

SELECT window_start, id, name FROM q8 ORDER BY window_start, id;

SELECT id, seller, category, auction, bidder, price, bid_date_time FROM q9 ORDER BY id LIMIT 100;

SELECT bid_count, COUNT(*) AS sessions, SUM(bidder) AS bidders, MIN(window_start) AS earliest, MAX(window_end) AS latest
FROM q11
GROUP BY bid_count
ORDER BY bid_count;

SELECT bidder, bid_count, window_start, window_end FROM q11 ORDER BY bid_count DESC, bidder, window_start LIMIT 100;

SELECT bidder, COUNT(*) AS bids FROM bid GROUP BY bidder ORDER BY bids DESC, bidder LIMIT 100;

SELECT aisle, COUNT(*) AS bids, SUM(price) AS total, MIN(date_time) AS earliest
FROM q13
GROUP BY aisle
ORDER BY aisle;

SELECT bid_time_type, COUNT(*) AS bids, SUM(price) AS total, SUM(c_counts) AS letters
FROM q14
GROUP BY bid_time_type
ORDER BY bid_time_type;

SELECT * FROM q15 ORDER BY bid_day;

SELECT * FROM q16 ORDER BY total_bids DESC, channel, bid_day LIMIT 100;

SELECT * FROM q17 ORDER BY total_bids DESC, auction, bid_day LIMIT 100;

SELECT COUNT(*) AS bids, SUM(price) AS total, MIN(extra) AS least, MAX(url) AS greatest FROM q18;

SELECT place, COUNT(*) AS bids, SUM(price) AS total, MAX(extra) AS greatest
FROM q19
GROUP BY place
ORDER BY place;

SELECT COUNT(*) AS bids, SUM(price) AS total FROM q20;

SELECT * FROM q20 ORDER BY bid_date_time DESC LIMIT 20;

SELECT channel, channel_id, COUNT(*) AS bids, SUM(price) AS total
FROM q21
GROUP BY channel, channel_id
ORDER BY bids DESC, channel LIMIT 100;

SELECT dir1, dir2, dir3, COUNT(*) AS bids, SUM(price) AS total
FROM q22
GROUP BY dir1, dir2, dir3
ORDER BY bids DESC, dir1, dir2, dir3 LIMIT 100;
