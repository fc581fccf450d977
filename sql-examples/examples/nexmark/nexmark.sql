-- Queries of the Nexmark benchmark over the events of an auction house: five and a half hours of
-- them, one event a second, until a little after midnight.
CREATE SOURCE person (
  id BIGINT, name VARCHAR, email_address VARCHAR, credit_card VARCHAR, city VARCHAR, state VARCHAR,
  date_time TIMESTAMP(3), extra VARCHAR
) WITH (
  'connector' = 'nexmark', 'kind' = 'person', 'number-of-events' = '20000', 'seed' = '1',
  'event-time.start' = '2024-01-01 18:30:00', 'event-time.rate' = '1'
);

CREATE SOURCE auction (
  id BIGINT, item_name VARCHAR, description VARCHAR, initial_bid BIGINT, reserve BIGINT,
  date_time TIMESTAMP(3), expires TIMESTAMP(3), seller BIGINT, category BIGINT, extra VARCHAR
) WITH (
  'connector' = 'nexmark', 'kind' = 'auction', 'number-of-events' = '20000', 'seed' = '1',
  'event-time.start' = '2024-01-01 18:30:00', 'event-time.rate' = '1'
);

CREATE SOURCE bid (
  auction BIGINT, bidder BIGINT, price BIGINT, channel VARCHAR, url VARCHAR,
  date_time TIMESTAMP(3), extra VARCHAR, p_time AS PROCTIME()
) WITH (
  'connector' = 'nexmark', 'kind' = 'bid', 'number-of-events' = '20000', 'seed' = '1',
  'event-time.start' = '2024-01-01 18:30:00', 'event-time.rate' = '1'
);

-- 0: all bids as they are.
CREATE MATERIALIZED VIEW q0 AS
SELECT auction, bidder, price, date_time, extra FROM bid;

-- 1: prices in another currency.
CREATE MATERIALIZED VIEW q1 AS
SELECT auction, bidder, 0.908 * price AS price, date_time, extra FROM bid;

-- 2: bids for some auctions.
CREATE MATERIALIZED VIEW q2 AS
SELECT auction, price FROM bid WHERE MOD(auction, 123) = 0;

-- 3: who sells in category 10 in three states.
CREATE MATERIALIZED VIEW q3 AS
SELECT p.name, p.city, p.state, a.id
FROM auction AS a JOIN person AS p ON a.seller = p.id
WHERE a.category = 10 AND p.state IN ('OR', 'ID', 'CA');

-- 4: the average of the winning bids of a category.
CREATE MATERIALIZED VIEW q4 AS
SELECT category, AVG(final) AS final
FROM (SELECT MAX(b.price) AS final, a.category
      FROM auction AS a JOIN bid AS b ON a.id = b.auction
      WHERE b.date_time BETWEEN a.date_time AND a.expires
      GROUP BY a.id, a.category) AS winning
GROUP BY category;

-- 5: the auctions with the most bids in ten minutes, every two minutes.
CREATE MATERIALIZED VIEW q5 AS
SELECT bids.auction, bids.num, bids.window_start
FROM (SELECT auction, COUNT(*) AS num, window_start, window_end
      FROM TABLE(HOP(TABLE bid, DESCRIPTOR(date_time), INTERVAL '2' MINUTE, INTERVAL '10' MINUTE))
      GROUP BY auction, window_start, window_end) AS bids
JOIN (SELECT MAX(num) AS most, window_start, window_end
      FROM (SELECT auction, COUNT(*) AS num, window_start, window_end
            FROM TABLE(HOP(TABLE bid, DESCRIPTOR(date_time), INTERVAL '2' MINUTE, INTERVAL '10' MINUTE))
            GROUP BY auction, window_start, window_end) AS counted
      GROUP BY window_start, window_end) AS hottest
ON bids.window_start = hottest.window_start AND bids.window_end = hottest.window_end
  AND bids.num >= hottest.most;

-- 6: the average winning bid of the last ten auctions of each seller, those that expire last.
CREATE MATERIALIZED VIEW q6 AS
SELECT seller, AVG(final) AS final
FROM (SELECT seller, final, ROW_NUMBER() OVER (PARTITION BY seller ORDER BY expires DESC, id DESC) AS place
      FROM (SELECT a.id, a.seller, a.expires, MAX(b.price) AS final
            FROM auction AS a JOIN bid AS b ON a.id = b.auction
            WHERE b.date_time BETWEEN a.date_time AND a.expires
            GROUP BY a.id, a.seller, a.expires) AS winning) AS ranked
WHERE place <= 10
GROUP BY seller;

-- 7: the highest bids of each ten minutes.
CREATE MATERIALIZED VIEW q7 AS
SELECT b.auction, b.price, b.bidder, b.date_time, b.extra
FROM bid AS b
JOIN (SELECT MAX(price) AS most, window_end
      FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(date_time), INTERVAL '10' MINUTE))
      GROUP BY window_start, window_end) AS highest
ON b.price = highest.most
WHERE b.date_time BETWEEN highest.window_end - INTERVAL '10' MINUTE AND highest.window_end;

-- 8: who came and sold something within the same hour.
CREATE MATERIALIZED VIEW q8 AS
SELECT p.id, p.name, p.window_start
FROM (SELECT id, name, window_start, window_end
      FROM TABLE(TUMBLE(TABLE person, DESCRIPTOR(date_time), INTERVAL '1' HOUR))
      GROUP BY id, name, window_start, window_end) AS p
JOIN (SELECT seller, window_start, window_end
      FROM TABLE(TUMBLE(TABLE auction, DESCRIPTOR(date_time), INTERVAL '1' HOUR))
      GROUP BY seller, window_start, window_end) AS a
ON p.id = a.seller AND p.window_start = a.window_start AND p.window_end = a.window_end;

-- 9: the winning bid of each auction, the earliest of those with the highest price.
CREATE MATERIALIZED VIEW q9 AS
SELECT id, seller, category, auction, bidder, price, bid_date_time
FROM (SELECT a.id, a.seller, a.category, b.auction, b.bidder, b.price, b.date_time AS bid_date_time,
             ROW_NUMBER() OVER (PARTITION BY a.id ORDER BY b.price DESC, b.date_time) AS place
      FROM auction AS a JOIN bid AS b ON a.id = b.auction
      WHERE b.date_time BETWEEN a.date_time AND a.expires) AS ranked
WHERE place <= 1;

-- 11: how many bids each bidder makes at a stretch, with no more than ten minutes between them.
CREATE MATERIALIZED VIEW q11 AS
SELECT bidder, COUNT(*) AS bid_count, window_start, window_end
FROM TABLE(SESSION(TABLE bid PARTITION BY bidder, DESCRIPTOR(date_time), INTERVAL '10' MINUTE))
GROUP BY bidder, window_start, window_end;

-- 12: how many bids each bidder makes in ten seconds of the time at which they are read.
CREATE MATERIALIZED VIEW q12 AS
SELECT bidder, COUNT(*) AS bid_count, window_start, window_end
FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(p_time), INTERVAL '10' SECOND))
GROUP BY bidder, window_start, window_end;

-- 13: bids with what a file says of the last two digits of their auction.
CREATE SOURCE shelf (number BIGINT, aisle VARCHAR) WITH (
  'connector' = 'filesystem', 'path' = 'sql-examples/data/shelves.csv', 'format' = 'csv'
);

CREATE MATERIALIZED VIEW q13 AS
SELECT b.auction, b.bidder, b.price, b.date_time, s.aisle
FROM bid AS b JOIN shelf AS s ON MOD(b.auction, 100) = s.number;

-- 14: bids of some height, by time of day, with the number of letters c in their text.
CREATE MATERIALIZED VIEW q14 AS
SELECT auction, bidder, 0.908 * price AS price,
       CASE WHEN EXTRACT(HOUR FROM date_time) BETWEEN 8 AND 18 THEN 'dayTime'
            WHEN EXTRACT(HOUR FROM date_time) <= 6 OR EXTRACT(HOUR FROM date_time) >= 20 THEN 'nightTime'
            ELSE 'otherTime' END AS bid_time_type,
       date_time, extra,
       REGEXP_COUNT(extra, 'c') AS c_counts
FROM bid
WHERE 0.908 * price > 1000000 AND 0.908 * price < 50000000;

-- 15: how many bids, bidders and auctions a day has, for three levels of price.
CREATE MATERIALIZED VIEW q15 AS
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

-- 16: the same of each channel, with the time of its last bid.
CREATE MATERIALIZED VIEW q16 AS
SELECT channel, CAST(date_time AS DATE) AS bid_day,
       MAX(SUBSTRING(CAST(date_time AS VARCHAR) FROM 12 FOR 5)) AS bid_minute,
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

-- 17: bids and prices of each auction, by day.
CREATE MATERIALIZED VIEW q17 AS
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

-- 18: the last bid of each bidder for each auction.
CREATE MATERIALIZED VIEW q18 AS
SELECT auction, bidder, price, channel, url, date_time, extra
FROM (SELECT auction, bidder, price, channel, url, date_time, extra,
             ROW_NUMBER() OVER (PARTITION BY bidder, auction ORDER BY date_time DESC) AS place
      FROM bid) AS ranked
WHERE place <= 1;

-- 19: the ten highest bids for each auction; of equal ones the earlier.
CREATE MATERIALIZED VIEW q19 AS
SELECT auction, bidder, price, channel, url, date_time, extra, place
FROM (SELECT auction, bidder, price, channel, url, date_time, extra,
             ROW_NUMBER() OVER (PARTITION BY auction ORDER BY price DESC, date_time) AS place
      FROM bid) AS ranked
WHERE place <= 10;

-- 20: bids for auctions of category 10, with the auction.
CREATE MATERIALIZED VIEW q20 AS
SELECT b.auction, b.bidder, b.price, b.channel, b.url, b.date_time AS bid_date_time,
       b.extra AS bid_extra, a.item_name, a.description, a.initial_bid, a.reserve,
       a.date_time AS auction_date_time, a.expires, a.seller, a.category, a.extra AS auction_extra
FROM bid AS b JOIN auction AS a ON b.auction = a.id
WHERE a.category = 10;

-- 21: the number of the channel, which for most is in the URL.
CREATE MATERIALIZED VIEW q21 AS
SELECT auction, bidder, price, channel,
       CASE LOWER(channel)
         WHEN 'apple' THEN '0'
         WHEN 'google' THEN '1'
         WHEN 'facebook' THEN '2'
         WHEN 'baidu' THEN '3'
         ELSE REGEXP_EXTRACT(url, '&channel_id=([^&]*)', 1) END AS channel_id
FROM bid
WHERE url LIKE '%&channel_id=%' OR LOWER(channel) IN ('apple', 'google', 'facebook', 'baidu');

-- 22: the folders of the URL.
CREATE MATERIALIZED VIEW q22 AS
SELECT auction, bidder, price, channel,
       SPLIT_PART(url, '/', 4) AS dir1,
       SPLIT_PART(url, '/', 5) AS dir2,
       SPLIT_PART(url, '/', 6) AS dir3
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

-- When bids are read is not the same twice, how many there are is.
SELECT bidder, SUM(bid_count) AS bids FROM q12 GROUP BY bidder ORDER BY bids DESC, bidder LIMIT 100;

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
