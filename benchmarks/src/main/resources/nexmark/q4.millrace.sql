SELECT category, CAST(FLOOR(AVG(winning_price)) AS BIGINT) AS average_price
FROM (SELECT MAX(b.price) AS winning_price, a.category
      FROM auction AS a JOIN bid AS b ON a.id = b.auction
      WHERE b.date_time BETWEEN a.date_time AND a.expires
      GROUP BY a.id, a.category) AS winning
GROUP BY category
