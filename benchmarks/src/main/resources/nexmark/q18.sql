SELECT auction, bidder, price, channel, url, date_time, extra
FROM (SELECT auction, bidder, price, channel, url, date_time, extra,
             ROW_NUMBER() OVER (PARTITION BY bidder, auction ORDER BY date_time DESC) AS place
      FROM bid) AS ranked
WHERE place <= 1
