import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { SimulatedClock } from './clock/simulated-clock.ts';
import { createBehaviour } from './behaviour.ts';
import { createWorld, FULL_SCOPE } from './world/world.ts';
const i = process.argv.indexOf('--clock');
const clock = new SimulatedClock({ startMs: Date.UTC(2026,1,3,17), rate: i > 0 ? Number(process.argv[i+1]) : 1, onError: console.error });
const world = createWorld(1, clock);
const rows = [];
for (const [u, n] of [['DEMO','zoe'],['SGE','max'],['NS&L','pay']]) {
  const login = world.planLogin(u, n, { kind: 'residential', meters: [{ profile: 'home' }] });
  const a = world.admit(login, { at: clock.now() - 86400_000*10, scope: FULL_SCOPE, withEvents: true });
  for (const m of a.meters) { world.addBills(m, world.billsAtUtility(m).map(b=>b.index)); const x = world.intervalsAtUtility(m); world.addIntervals(m, x.from, x.to); };
  rows.push({ auth_uid: a.uid, access_token: world.tokenStore.issueAccess(a.uid).accessToken, meters: a.meters.map(m=>m.uid) });
  if (u === 'NS&L') world.settings.unpaidMeterUid = a.meters[0].uid;
}
const b = createBehaviour(world, clock);
const app = new Hono();
app.use('*', b.limits);
app.route('/api/v2', b.json); app.route('/forms', b.forms); app.route(`/control/${world.settings.controlKey}`, b.control);
app.get('/DataCustodian/*', (c) => { const v = world.tokens.check(c.req.header('authorization')); return v.state !== 'valid' ? c.text('', 401) : c.text('<feed>'+'x'.repeat(1000)+'</feed>'); });
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (info) => {
  const base = world.settings.baseUrl = `http://127.0.0.1:${info.port}`;
  const s = world.settings;
  console.log(JSON.stringify({ base_url: base, espi_base: base + '/DataCustodian/espi/1_1/resource', api_base: base + '/api/v2', api_token: s.apiToken, registration_access_token: s.registrationToken, app_uid: s.appUid, client_id: s.clientId, redirect_uri: s.redirectUri, authorization_endpoint: base, form_uid: s.formUid, utility: s.utility, test_prefix: s.testPrefix, authorizations: rows, webhook_secret: s.webhookSecret, control_url: `${base}/control/${s.controlKey}` }));
});
