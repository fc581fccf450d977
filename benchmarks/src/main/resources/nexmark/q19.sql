SELECT auction, bidder, price, channel, url, date_time, extra, place
FROM (SELECT auction, bidder, price, channel, url, date_time, extra,
             ROW_NUMBER() OVER (PARTITION BY auction ORDER BY price DESC, date_time ASC) AS place
      FROM bid) AS ranked
WHERE place <= 10
