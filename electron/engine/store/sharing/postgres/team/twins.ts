/** Meters of a server that are one meter: who authorises twice gives the same one under two authorizations, maybe to two workspaces. */

/**
 * CTE `twins`: meters that another one stands for, known as a workspace knows its own (`usage-point-facts.ts`): by service, number and address,
 * else by their uid. The one with the most readings counts, of equals the one that its publisher counts. What `v1.meters` says of twins is each
 * publisher's own view. Ids of what came in files are no pairs of uids: nothing there is anybody's twin.
 */
export const TWINS = `of_service AS (
    SELECT m.usage_point, m.uid, m.authorization_uid, m.twin_of, coalesce(m.readings, 0) AS readings,
      CASE WHEN m.meter_number IS NOT NULL AND m.address IS NOT NULL THEN concat_ws('|', m.service, m.meter_number, lower(m.address)) END AS place
    FROM v1.meters m WHERE m.uid <> '' AND m.usage_point = m.authorization_uid || '~' || m.uid),
  same_uid AS (
    SELECT uid, max(place) AS place FROM of_service GROUP BY uid HAVING min(authorization_uid) <> max(authorization_uid)),
  identities AS (
    SELECT o.usage_point, o.authorization_uid, o.twin_of, o.readings, coalesce(u.place, o.place, u.uid) AS identity
    FROM of_service o LEFT JOIN same_uid u ON u.uid = o.uid WHERE o.place IS NOT NULL OR u.uid IS NOT NULL),
  of_many AS (SELECT identity FROM identities GROUP BY identity HAVING min(authorization_uid) <> max(authorization_uid)),
  twins AS MATERIALIZED (
    SELECT usage_point FROM (
      SELECT i.usage_point, row_number() OVER (PARTITION BY i.identity ORDER BY i.readings DESC, i.twin_of IS NOT NULL, i.usage_point DESC) AS place
      FROM identities i JOIN of_many USING (identity)) p
    WHERE place > 1)`;

/** SQL: a meter `m` is counted. */
export const COUNTED = 'NOT EXISTS (SELECT FROM twins t WHERE t.usage_point = m.usage_point)';
