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
  AND bids.num >= hottest.most
