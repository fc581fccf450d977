SELECT b.auction, b.price, b.bidder, b.date_time, b.extra
FROM bid AS b
JOIN (SELECT MAX(price) AS most, window_end
      FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(date_time), INTERVAL '10' SECOND))
      GROUP BY window_start, window_end) AS highest
ON b.price = highest.most
WHERE b.date_time BETWEEN highest.window_end - INTERVAL '10' SECOND AND highest.window_end
