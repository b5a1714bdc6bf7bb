import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ServiceProcess, startService } from './simulator-process.ts';

/** Section 3 (Event), 6.2 and 6.3. */

const AN_HOUR_S = 3_600;
const SECRET = 'whsec_test';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  readonly body: Buffer;
  readonly events: { uid: string; type: string; is_delivered: boolean }[];
}

/** A receiver that answers as it is told. */
class Receiver {
  readonly received: Received[] = [];
  answer: (received: Received) => number = () => 200;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks);
        const received = {
          headers: request.headers,
          method: request.method ?? '',
          body,
          events: JSON.parse(body.toString('utf8')).events,
        };
        this.received.push(received);
        const status = this.answer(received);
        response.writeHead(status, status === 301 ? { location: this.url } : {}).end();
      });
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook/x`;
  }

  types(): string[] {
    return this.received.flatMap((request) => request.events.map((event) => event.type));
  }

  listen(port = 0): Promise<void> {
    return new Promise((resolve) => this.#server.listen(port, '127.0.0.1', () => resolve()));
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

describe('webhooks', () => {
  let service: ServiceProcess;
  let receiver: Receiver;

  beforeAll(async () => {
    service = await startService();
    // Days pass here, and requests are counted: only those of the test itself are to come.
    await service.quieten();
  });
  afterAll(() => service?.stop());
  beforeEach(async () => {
    receiver = new Receiver();
    await receiver.listen();
  });
  afterEach(async () => {
    await service.control('DELETE', '/webhook');
    await receiver.close();
  });

  const setWebhook = () => service.control('PUT', '/webhook', { url: receiver.url, secret: SECRET });
  const eventOf = async (uid: string | undefined) => (await service.api('GET', `/events/${uid}`)).json;

  it('are sent to those only who opted in', async () => {
    await service.submit('empty');
    await service.advance(AN_HOUR_S);
    expect(receiver.received).toEqual([]);
    const [event] = (await service.api('GET', '/events')).json.events;
    expect(event.is_delivered).toBe(false);
    expect(event.delivery_method).toBeUndefined();
  });

  it('begin with a setup ping for the endpoint', async () => {
    expect((await setWebhook()).status).toBe(200);
    expect(receiver.types()).toEqual(['ping']);
    expect(receiver.received[0]?.events[0]).toEqual({
      uid: expect.any(String),
      type: 'ping',
      ts: expect.any(String),
      delivery_method: 'webhook',
      delivery_target: receiver.url,
      is_delivered: false,
    });
    expect((await eventOf(receiver.received[0]?.events[0]?.uid)).is_delivered).toBe(true);
  });

  it('are POST requests with their content type, length, salt and signature', async () => {
    await setWebhook();
    await service.submit('empty');
    await service.advance(AN_HOUR_S);
    expect(receiver.received.length).toBeGreaterThan(2);
    const salts = new Set<unknown>();
    for (const { method, headers, body } of receiver.received) {
      expect(method).toBe('POST');
      expect(headers['content-type']).toBe('application/json');
      expect(headers['content-length']).toBe(String(body.length));
      const salt = headers['x-service-webhook-salt'];
      salts.add(salt);
      const expected = createHash('sha256').update(`${SECRET}.${salt}.`).update(body).digest('hex');
      expect(headers['x-service-webhook-signature']).toBe(expected);
      expect(Object.keys(JSON.parse(body.toString('utf8')))).toEqual(['events', 'next']);
      expect(JSON.parse(body.toString('utf8')).next).toBeNull();
    }
    expect(salts.size).toBe(receiver.received.length);
  });

  it('carry every event, in the format of GET /events/{uid}, and a 200 marks them delivered', async () => {
    await setWebhook();
    const referral = await service.submit('residential');
    await service.advance(AN_HOUR_S);
    const { uid } = await service.authorization(referral);
    const stored = await service.eventsOf(uid);
    expect(receiver.types().slice(1)).toEqual(stored.map((event) => event.type));
    for (const event of receiver.received.flatMap((request) => request.events)) {
      expect(await eventOf(event.uid)).toEqual({ ...event, is_delivered: true });
    }
  });

  it('carry several events of one instant in one request', async () => {
    const referral = await service.submit('commercial');
    await service.advance(AN_HOUR_S);
    const meters = (await service.authorization(referral)).meters.meters.map((meter: { uid: string }) => meter.uid);
    await setWebhook();
    await service.api('POST', '/meters/historical-collection', { meters });
    await service.advance(AN_HOUR_S);
    const started = receiver.received.find(
      (request) => request.events[0]?.type === 'meter_historical_collection_started',
    );
    expect(started?.events).toHaveLength(4);
  });

  it('are resent every hour for 72 hours unless the answer is 200', async () => {
    await setWebhook();
    for (const status of [500, 404, 204, 301]) {
      receiver.received.length = 0;
      receiver.answer = () => status;
      await service.control('POST', '/ping');
      expect(receiver.received).toHaveLength(1);
      await service.advance(AN_HOUR_S - 1);
      expect(receiver.received).toHaveLength(1);
      await service.advance(1);
      expect(receiver.received).toHaveLength(2);
      await service.advance(71 * AN_HOUR_S);
      expect(receiver.received).toHaveLength(73);
      await service.advance(100 * AN_HOUR_S);
      expect(receiver.received).toHaveLength(73);
      const uid = receiver.received[0]?.events[0]?.uid;
      expect(new Set(receiver.received.map((request) => request.events[0]?.uid))).toEqual(new Set([uid]));
      expect((await eventOf(uid)).is_delivered).toBe(false);
    }
  });

  it('stop being resent at the first 200', async () => {
    await setWebhook();
    receiver.received.length = 0;
    receiver.answer = () => (receiver.received.length <= 3 ? 503 : 200);
    await service.control('POST', '/ping');
    await service.advance(72 * AN_HOUR_S);
    expect(receiver.received).toHaveLength(4);
    expect((await eventOf(receiver.received[0]?.events[0]?.uid)).is_delivered).toBe(true);
  });

  it('stop being resent when the delivery status is updated by hand', async () => {
    await setWebhook();
    receiver.received.length = 0;
    receiver.answer = () => 500;
    await service.control('POST', '/ping');
    await service.advance(2 * AN_HOUR_S);
    expect(receiver.received).toHaveLength(3);
    await service.api('PATCH', `/events/${receiver.received[0]?.events[0]?.uid}`, { is_delivered: true });
    await service.advance(72 * AN_HOUR_S);
    expect(receiver.received).toHaveLength(3);
  });

  it.each([[[false]], [[true, false]]])(
    'stop being resent when the delivery status is set by hand to %j, whatever it says then',
    async (statuses) => {
      await setWebhook();
      receiver.received.length = 0;
      receiver.answer = () => 500;
      await service.control('POST', '/ping');
      const uid = receiver.received[0]?.events[0]?.uid;
      for (const status of statuses) {
        const answer = await service.api('PATCH', `/events/${uid}`, { is_delivered: status });
        expect(answer.json.is_delivered).toBe(status);
      }
      await service.advance(72 * AN_HOUR_S);
      expect(receiver.received).toHaveLength(1);
      // As it was sent, undelivered, and with no member more.
      expect(await eventOf(uid)).toEqual(receiver.received[0]?.events[0]);
      expect((await eventOf(uid)).is_delivered).toBe(false);
    },
  );

  it('are resent to a receiver that was not there at all', async () => {
    const { url } = receiver;
    await setWebhook();
    const port = Number(new URL(url).port);
    await receiver.close();
    await service.control('POST', '/ping');
    receiver = new Receiver();
    // The same port: the endpoint of the settings has not changed.
    await receiver.listen(port);
    expect(receiver.received).toEqual([]);
    await service.advance(AN_HOUR_S);
    expect(receiver.types()).toEqual(['ping']);
  });

  it('newer events overtake older ones that wait', async () => {
    await setWebhook();
    receiver.received.length = 0;
    let failing = true;
    receiver.answer = () => (failing ? 500 : 200);
    await service.control('POST', '/ping');
    failing = false;
    const form = await service.api('POST', '/forms', {});
    await service.advance(AN_HOUR_S);
    expect(receiver.types()).toEqual(['ping', 'form_created', 'ping']);
    expect(form.status).toBe(200);
  });

  it('end with the endpoint', async () => {
    await setWebhook();
    receiver.received.length = 0;
    receiver.answer = () => 500;
    await service.control('POST', '/ping');
    await service.control('DELETE', '/webhook');
    await service.submit('empty');
    await service.advance(10 * AN_HOUR_S);
    expect(receiver.received).toHaveLength(1);
  });

  it('a new secret signs what is resent', async () => {
    await setWebhook();
    receiver.received.length = 0;
    receiver.answer = () => 500;
    await service.control('POST', '/ping');
    await service.control('PUT', '/webhook', { url: receiver.url, secret: 'another' });
    receiver.received.length = 0;
    await service.advance(AN_HOUR_S);
    for (const { headers, body } of receiver.received) {
      const salt = headers['x-service-webhook-salt'];
      const expected = createHash('sha256').update(`another.${salt}.`).update(body).digest('hex');
      expect(headers['x-service-webhook-signature']).toBe(expected);
    }
    expect(receiver.received).toHaveLength(2);
  });

  it('an endpoint that is no http address is refused', async () => {
    for (const body of [{}, { url: 'ftp://127.0.0.1/x' }, { url: 'nowhere' }, { url: receiver.url, secret: '' }]) {
      expect((await service.control('PUT', '/webhook', body)).status).toBe(400);
    }
  });
});
