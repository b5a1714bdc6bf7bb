/** Usage points that are one meter: a customer who authorises twice gives the same meter under two authorizations. */

/**
 * CTEs that end in `twins` (`id`, `twin_of`, `others` as JSON), over `customer_side`: a usage point of the service is known
 * by its meter at its address, else by its uid. Of those that are one meter the one with the most readings counts, of equals
 * the newest; `twin_of` of the others is its id. Files are worlds of their own: "UsagePoint/1" of two files is not one meter.
 * Few are twins, so the cheap questions come first.
 */
export const TWINS = `known AS (
  SELECT p.id, p.uid, p.authorization_uid, p.updated,
    CASE WHEN c.meter IS NOT NULL AND c.address IS NOT NULL THEN concat_ws('|', p.service_kind, c.meter, lower(c.address)) END AS place
  FROM usage_points p LEFT JOIN customer_side c ON c.usage_point = p.id
  WHERE p.authorization_uid IS NOT NULL AND p.uid <> '' AND p.source NOT IN (SELECT source FROM sources WHERE scope <> '')),
same_uid AS (
  SELECT uid, max(place) AS place FROM known GROUP BY uid HAVING min(authorization_uid) <> max(authorization_uid)),
identities AS (
  SELECT k.* EXCLUDE (place), coalesce(u.place, k.place, u.uid) AS identity FROM known k LEFT JOIN same_uid u USING (uid)
  WHERE k.place IS NOT NULL OR u.uid IS NOT NULL),
same AS (
  SELECT identity FROM identities GROUP BY identity HAVING min(authorization_uid) <> max(authorization_uid)),
members AS (
  SELECT i.*, coalesce((SELECT sum(s.count) FROM series s WHERE s.usage_point = i.id), 0) AS readings
  FROM identities i WHERE i.identity IN (SELECT identity FROM same)),
meters_of_many AS (
  SELECT identity, arg_max(id, (readings, coalesce(updated, 0), id)) AS counted,
    list(DISTINCT authorization_uid ORDER BY authorization_uid) AS under
  FROM members GROUP BY identity),
twins AS (
  SELECT i.id, CASE WHEN i.id <> m.counted THEN m.counted END AS twin_of,
    to_json(list_filter(m.under, lambda u: u <> i.authorization_uid))::VARCHAR AS others
  FROM members i JOIN meters_of_many m USING (identity))`;
