CREATE SOURCE person (
  id BIGINT, name VARCHAR, email_address VARCHAR, credit_card VARCHAR, city VARCHAR, state VARCHAR,
  date_time TIMESTAMP(3), extra VARCHAR
) WITH ('connector' = 'filesystem', 'path' = '${directory}/person.csv.gz', 'format' = 'csv',
  'csv.header' = 'false', 'csv.quote' = '');

CREATE SOURCE auction (
  id BIGINT, item_name VARCHAR, description VARCHAR, initial_bid BIGINT, reserve BIGINT,
  date_time TIMESTAMP(3), expires TIMESTAMP(3), seller BIGINT, category BIGINT, extra VARCHAR
) WITH ('connector' = 'filesystem', 'path' = '${directory}/auction.csv.gz', 'format' = 'csv',
  'csv.header' = 'false', 'csv.quote' = '');

CREATE SOURCE bid (
  auction BIGINT, bidder BIGINT, price BIGINT, channel VARCHAR, url VARCHAR,
  date_time TIMESTAMP(3), extra VARCHAR
) WITH ('connector' = 'filesystem', 'path' = '${directory}/bid.csv.gz', 'format' = 'csv',
  'csv.header' = 'false', 'csv.quote' = '');

CREATE MATERIALIZED VIEW q2 AS
SELECT auction, price FROM bid WHERE MOD(auction, 123) = 0;

CREATE MATERIALIZED VIEW q3 AS
SELECT p.name, p.city, p.state, a.id
FROM auction AS a JOIN person AS p ON a.seller = p.id
WHERE a.category = 10 AND p.state IN ('OR', 'ID', 'CA');

CREATE MATERIALIZED VIEW q4 AS
SELECT category, CAST(FLOOR(AVG(final)) AS BIGINT) AS final
FROM (SELECT MAX(b.price) AS final, a.category
      FROM auction AS a JOIN bid AS b ON a.id = b.auction
      WHERE b.date_time BETWEEN a.date_time AND a.expires
      GROUP BY a.id, a.category) AS winning
GROUP BY category;

CREATE MATERIALIZED VIEW q5 AS
SELECT bids.auction, bids.num
FROM (SELECT auction, COUNT(*) AS num, window_start, window_end
      FROM TABLE(HOP(TABLE bid, DESCRIPTOR(date_time), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
      GROUP BY auction, window_start, window_end) AS bids
JOIN (SELECT MAX(num) AS most, window_start, window_end
      FROM (SELECT auction, COUNT(*) AS num, window_start, window_end
            FROM TABLE(HOP(TABLE bid, DESCRIPTOR(date_time), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
            GROUP BY auction, window_start, window_end) AS counted
      GROUP BY window_start, window_end) AS hottest
ON bids.window_start = hottest.window_start AND bids.window_end = hottest.window_end
  AND bids.num >= hottest.most;

CREATE MATERIALIZED VIEW q7 AS
SELECT b.auction, b.price, b.bidder, b.date_time, b.extra
FROM bid AS b
JOIN (SELECT MAX(price) AS most, window_end
      FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(date_time), INTERVAL '10' SECOND))
      GROUP BY window_start, window_end) AS highest
ON b.price = highest.most
WHERE b.date_time BETWEEN highest.window_end - INTERVAL '10' SECOND AND highest.window_end;

CREATE MATERIALIZED VIEW q8 AS
SELECT p.id, p.name, p.window_start
FROM (SELECT id, name, window_start, window_end
      FROM TABLE(TUMBLE(TABLE person, DESCRIPTOR(date_time), INTERVAL '10' SECOND))
      GROUP BY id, name, window_start, window_end) AS p
JOIN (SELECT seller, window_start, window_end
      FROM TABLE(TUMBLE(TABLE auction, DESCRIPTOR(date_time), INTERVAL '10' SECOND))
      GROUP BY seller, window_start, window_end) AS a
ON p.id = a.seller AND p.window_start = a.window_start AND p.window_end = a.window_end;

CREATE MATERIALIZED VIEW q9 AS
SELECT a.id, a.item_name, a.description, a.initial_bid, a.reserve, a.date_time, a.expires, a.seller,
       a.category, a.extra, b.auction, b.bidder, b.price, b.date_time AS bid_date_time,
       b.extra AS bid_extra
FROM auction AS a JOIN bid AS b ON a.id = b.auction
WHERE b.date_time BETWEEN a.date_time AND a.expires
QUALIFY ROW_NUMBER() OVER (PARTITION BY a.id ORDER BY b.price DESC, b.date_time) = 1;

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

CREATE MATERIALIZED VIEW q17 AS
SELECT auction, CAST(date_time AS DATE) AS bid_day,
       COUNT(*) AS total_bids,
       COUNT(*) FILTER (WHERE price < 10000) AS rank1_bids,
       COUNT(*) FILTER (WHERE price >= 10000 AND price < 1000000) AS rank2_bids,
       COUNT(*) FILTER (WHERE price >= 1000000) AS rank3_bids,
       MIN(price) AS min_price,
       MAX(price) AS max_price,
       CAST(FLOOR(AVG(price)) AS BIGINT) AS avg_price,
       SUM(price) AS sum_price
FROM bid
GROUP BY auction, CAST(date_time AS DATE);
