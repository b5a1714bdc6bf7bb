/** A meter of a server as a Green Button document: what comes in here goes the way of any data. */

import { escapeXml } from '#shared/escape-xml.ts';
import { CODE_LISTS } from '#shared/espi/code-lists.ts';
import { boundsOf } from '../readings.ts';
import type { Server } from '../server.ts';
import type { MeterThere, ServerSeries } from './meter.ts';

const ESPI = 'xmlns="http://naesb.org/espi"';
const CUSTOMER = 'xmlns="http://naesb.org/espi/customer"';

/** Pieces of the document, in bounded size. Titles of meter readings are the ids of their series there. */
export async function* meterDocument(server: Server, there: MeterThere): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const point = pointPath(there);
  yield encoder.encode(
    '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><id>meter</id>\n',
  );
  for (const part of smallParts(there, point)) yield encoder.encode(part);
  for (const [place, series] of there.series.entries()) {
    const reading = `${point}/MeterReading/${place + 1}`;
    yield encoder.encode(seriesParts(series, reading, place + 1));
    for (const { period } of there.months.filter(({ series_id }) => series_id === series.series_id)) {
      const self = `${reading}/IntervalBlock/${period}`;
      yield encoder.encode(
        `<entry><id>${escapeXml(self)}</id>${self_(self)}${up(`${reading}/IntervalBlock`)}<content><IntervalBlock ${ESPI}>${interval(period)}\n`,
      );
      yield* server.lines(readingsOf(series.series, period));
      yield encoder.encode('</IntervalBlock></content></entry>\n');
    }
  }
  yield encoder.encode('</feed>\n');
}

function pointPath({ meter }: MeterThere): string {
  const { authorization_uid: authorization, uid } = meter;
  const point = `UsagePoint/${encodeURIComponent(uid)}`;
  return authorization === null ? point : `Subscription/${encodeURIComponent(authorization)}/${point}`;
}

const self_ = (href: string) => link('self', href);
const up = (href: string) => link('up', href);
const related = (href: string) => link('related', href);
const link = (rel: string, href: string) => `<link rel="${rel}" href="${escapeXml(href)}"/>`;

function entry(self: string, links: string, title: string | null, payload: string): string {
  const named = title === null ? '' : `<title>${escapeXml(title)}</title>`;
  return `<entry><id>${escapeXml(self)}</id>${self_(self)}${links}${named}<content>${payload}</content></entry>\n`;
}

const element = (name: string, value: string | null) =>
  value === null ? '' : `<${name}>${escapeXml(value)}</${name}>`;

function* smallParts({ meter, entries }: MeterThere, point: string): Generator<string> {
  const clock = entries.find(({ kind, payload }) => kind === 'LocalTimeParameters' && payload !== null);
  const category = meter.service === null ? undefined : codeOfService(meter.service);
  const status = meter.status === null ? null : codeOfStatus(meter.status);
  yield entry(
    point,
    related(`${point}/MeterReading`) + (clock ? related('LocalTimeParameters/1') : ''),
    meter.title,
    `<UsagePoint ${ESPI}>${category === undefined ? '' : `<ServiceCategory><kind>${category}</kind></ServiceCategory>`}${element('status', status)}${
      meter.tariff === null
        ? ''
        : `<ServiceDeliveryPoint>${element('tariffProfile', meter.tariff)}</ServiceDeliveryPoint>`
    }</UsagePoint>`,
  );
  if (clock) yield entry('LocalTimeParameters/1', '', clock.title, clock.payload ?? '');
  yield* customerParts(meter, point);
  for (const [place, { kind, title, payload }] of entries.entries()) {
    if (kind === 'LocalTimeParameters' || payload === null) continue;
    yield entry(`${point}/${kind}/${place + 1}`, up(`${point}/${kind}`), title, payload);
  }
}

/** What the views show of the customer, and no more. */
function* customerParts(
  { customer, address, meter_number: number }: MeterThere['meter'],
  point: string,
): Generator<string> {
  if (customer === null && address === null && number === null) return;
  const person = 'RetailCustomer/1/Customer/1';
  const account = `${person}/CustomerAccount/1`;
  const agreement = `${account}/CustomerAgreement/1`;
  const place = `${agreement}/ServiceLocation/1`;
  yield entry(
    person,
    up('RetailCustomer/1/Customer'),
    null,
    `<Customer ${CUSTOMER}>${element('name', customer)}</Customer>`,
  );
  yield entry(account, up(`${person}/CustomerAccount`), null, `<CustomerAccount ${CUSTOMER}/>`);
  yield entry(agreement, up(`${account}/CustomerAgreement`), null, `<CustomerAgreement ${CUSTOMER}/>`);
  const line =
    address === null
      ? ''
      : `<mainAddress><streetDetail>${element('addressGeneral', address)}</streetDetail></mainAddress>`;
  const points = `<UsagePoints><UsagePoint>${escapeXml(point)}</UsagePoint></UsagePoints>`;
  yield entry(
    place,
    up(`${agreement}/ServiceLocation`),
    null,
    `<ServiceLocation ${CUSTOMER}>${line}${points}</ServiceLocation>`,
  );
  if (number !== null) {
    yield entry(
      `${place}/Meter/1`,
      up(`${place}/Meter`),
      null,
      `<Meter ${CUSTOMER}>${element('serialNumber', number)}</Meter>`,
    );
  }
}

function codeOfService(words: string): string | undefined {
  const known = Object.entries<string>(CODE_LISTS.ServiceKind).find(([, said]) => said === words);
  return known?.[0] ?? unknownCode(words);
}

/** "unknown (7)" is said of a code that no list has. */
const unknownCode = (words: string) => /^unknown \((\d+)\)$/.exec(words)?.[1];

function codeOfStatus(words: string): string | null {
  if (words === 'off' || words === 'on') return words === 'on' ? '1' : '0';
  return unknownCode(words) ?? null;
}

function seriesParts({ series_id, type }: ServerSeries, reading: string, place: number): string {
  const links = up(reading.slice(0, reading.lastIndexOf('/'))) + related(`${reading}/IntervalBlock`);
  const own = `ReadingType/${place}`;
  const of = type === null ? '' : entry(own, '', null, type);
  // Without a type of its own, the only one of the document would be taken for it.
  const link = related(type === null ? `ReadingType/none-${place}` : own);
  const none = type === null ? entry(`ReadingType/none-${place}`, '', null, `<ReadingType ${ESPI}/>`) : '';
  return of + none + entry(reading, links + link, series_id, `<MeterReading ${ESPI}/>`);
}

function interval(period: number): string {
  const [from, to] = boundsOf(period);
  return `<interval><duration>${to - from}</duration><start>${from}</start></interval>`;
}

const AMOUNT = (value: string, scale: string) =>
  `CASE WHEN ${scale} = 0 THEN ${value}::text ELSE trim_scale(${value} * power(10::numeric, ${scale}))::text END`;
const part = (name: string, value: string) =>
  `CASE WHEN ${value} IS NULL THEN '' ELSE concat('<${name}>', ${value}, '</${name}>') END`;

/** SQL of the readings of a month, each as XML in a line: the server makes it, and it passes through as it comes. */
function readingsOf(series: number, period: number): string {
  const [from, to] = boundsOf(period).map((seconds) => `to_timestamp(${seconds}) AT TIME ZONE 'UTC'`);
  return `SELECT concat('<IntervalReading>', ${part('cost', AMOUNT('cost', 'cost_scale'))},
      ${part('ReadingQuality', "CASE WHEN quality IS NULL THEN NULL ELSE concat('<quality>', quality, '</quality>') END")},
      '<timePeriod><duration>', duration, '</duration><start>', extract(epoch FROM start_utc)::bigint, '</start></timePeriod>',
      ${part('value', AMOUNT('value', 'value_scale'))}, ${part('consumptionTier', 'tier')}, ${part('tou', 'tou')}, ${part('cpp', 'cpp')}, '</IntervalReading>')
    FROM meterscope_pull.readings WHERE series = ${series} AND start_utc >= ${from} AND start_utc < ${to} ORDER BY start_utc`;
}
