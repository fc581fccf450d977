SELECT auction, bidder, price, channel,
       CASE LOWER(channel)
         WHEN 'apple' THEN '0'
         WHEN 'google' THEN '1'
         WHEN 'facebook' THEN '2'
         WHEN 'baidu' THEN '3'
         ELSE REGEXP_EXTRACT(url, '&channel_id=([^&]*)', 1) END AS channel_id
FROM bid
WHERE url LIKE '%&channel_id=%' OR LOWER(channel) IN ('apple', 'google', 'facebook', 'baidu')
