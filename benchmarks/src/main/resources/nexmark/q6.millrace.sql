SELECT seller, CAST(FLOOR(AVG(winning_price)) AS BIGINT) AS average_price
FROM (SELECT seller, winning_price,
             ROW_NUMBER() OVER (PARTITION BY seller ORDER BY expires DESC, id DESC) AS place
      FROM (SELECT a.id, a.seller, a.expires, MAX(b.price) AS winning_price
            FROM auction AS a JOIN bid AS b ON a.id = b.auction
            WHERE b.date_time BETWEEN a.date_time AND a.expires
            GROUP BY a.id, a.seller, a.expires) AS winning) AS ranked
WHERE place <= 10
GROUP BY seller
