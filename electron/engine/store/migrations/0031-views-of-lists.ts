/**
 * Two more public views (docs/store.md): authorizations as they are listed, and which series the totals of many meters are made of, so
 * that each screen can be asked again as a query.
 */
import type { Migration } from './migration.ts';

const AUTHORIZATIONS = `SELECT a.uid AS authorization_uid, u.customer,
    CASE a.status WHEN 0 THEN 'revoked' WHEN 1 THEN 'active' WHEN 2 THEN 'denied' ELSE 'unknown (' || a.status || ')' END AS status, a.scope,
    main.utc_at(a.published // 1000) AS created_utc, main.utc_at(a.expires_at) AS expires_utc, coalesce(u.meters, 0) AS meters,
    coalesce(u.readings, 0)::BIGINT AS readings, main.utc_at(u.first) AS first_utc, main.utc_at(u.last) AS last_utc, u.coverage, g.tags, n.note,
    a.source AS source_id
  FROM main.authorizations a
  LEFT JOIN (SELECT p.authorization_uid, arg_min(k.customer, k.customer_key) AS customer, count(*) AS meters, sum(k.readings) AS readings,
      min(k.first) AS first, max(k.last) AS last, avg(k.coverage) AS coverage
    FROM main.usage_points p LEFT JOIN main.usage_point_facts k ON k.usage_point = p.id GROUP BY p.authorization_uid) u ON u.authorization_uid = a.uid
  LEFT JOIN (SELECT subject, string_agg(tag, '; ' ORDER BY lower(tag)) AS tags FROM main.tags WHERE kind = 'authorization' GROUP BY subject) g ON g.subject = a.id
  LEFT JOIN (SELECT subject, note FROM main.notes WHERE kind = 'authorization') n ON n.subject = a.id`;

/** ESPI FlowDirection; delivered, also where nothing is said. */
const FLOW = `coalesce(nullif((s.reading_type->>'flowDirection')::INTEGER, 0), 1)`;

const MEASURES = `SELECT series_id, usage_point, service, direction, unit FROM (
    SELECT f.series_id, f.usage_point, CASE WHEN p.service_kind IS NOT NULL THEN coalesce(w.words, 'unknown (' || p.service_kind || ')') END AS service,
      CASE ${FLOW} WHEN 1 THEN 'delivered' WHEN 19 THEN 'received' WHEN 4 THEN 'net' WHEN 20 THEN 'total' ELSE 'unknown (' || ${FLOW} || ')' END AS direction,
      f.unit, row_number() OVER (PARTITION BY s.usage_point, (s.reading_type->>'uom')::INTEGER, ${FLOW} ORDER BY s.count DESC, s.series) AS place
    FROM main.series s JOIN main.series_facts f ON f.series = s.series JOIN main.usage_points p ON p.id = s.usage_point
    LEFT JOIN main.usage_point_facts k ON k.usage_point = p.id
    LEFT JOIN main.code_words w ON w.list = 'service' AND w.code = p.service_kind
    WHERE k.twin_of IS NULL AND s.count > 0 AND s.behaviour IN ('interval', 'register'))
  WHERE place = 1`;

export const viewsOfLists: Migration = {
  version: 31,
  name: 'views-of-lists',
  statements: [`CREATE VIEW v1.authorizations AS ${AUTHORIZATIONS}`, `CREATE VIEW v1.measures AS ${MEASURES}`],
};
