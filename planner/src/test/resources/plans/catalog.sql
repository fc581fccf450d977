CREATE SOURCE bids (
  auction BIGINT NOT NULL,
  bidder BIGINT,
  price DECIMAL(10, 2) NOT NULL,
  channel VARCHAR,
  ok BOOLEAN,
  score DOUBLE,
  quantity INT NOT NULL,
  ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH ('connector' = 'datagen');

CREATE TABLE items (id BIGINT PRIMARY KEY, category INT, name VARCHAR, stock INT NOT NULL);

CREATE TABLE moves (id BIGINT PRIMARY KEY, category INT, stock INT NOT NULL, at TIMESTAMP(3));

CREATE TABLE notes (item BIGINT, text VARCHAR);

CREATE MATERIALIZED VIEW per_category AS
  SELECT category, COUNT(*) AS n, SUM(stock) AS stock FROM items GROUP BY category;

CREATE VIEW cheap AS SELECT auction, price, quantity * 2 AS twice FROM bids WHERE price < 10;
