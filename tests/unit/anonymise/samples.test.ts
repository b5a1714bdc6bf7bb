import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { anonymise, readAs, verdicts, walked } from '../../fixtures/anonymised.ts';
import { bookIsThere, SAMPLES } from '../../fixtures/conformance.ts';

const files = bookIsThere ? readdirSync(SAMPLES).filter((name) => name.endsWith('.xml')) : [];
const NOT_XML = 'bad_not_xml.xml';
const good = files.filter((file) => file !== NOT_XML);

const original = (file: string) => readFileSync(path.join(SAMPLES, file));

/** Elements of numbers, times, codes and words of closed lists; of those that the samples have, by hand from the schemas. */
const HARMLESS = new Set(
  `updated published kind duration start value cost quality tou consumptionTier cpp powerOfTenMultiplier uom timeStamp
  accumulationBehaviour commodity currency dataQualifier defaultQuality flowDirection intervalLength phase timeAttribute
  numerator denominator measuringPeriod roleFlags status connectionState amiBillingReady dstEndRule dstStartRule dstOffset
  tzOffset billLastPeriod billToDate costAdditionalLastPeriod amount rounding dateTime itemKind unitCost qualityOfReading
  statusTimeStamp effectiveDate enrollmentStatus startEffectiveDate endEffectiveDate apnodeType anodeType signDate
  lastBillAmount createdDateTime installationDate isVirtual isPan needsInspection checkBilling isSdp grounded
  minimalUsageExpected phaseCode flickerPlt flickerPst harmonicVoltage longInterruptions mainsVoltage measurementProtocol
  powerFrequency rapidVoltageChanges shortInterruptions supplyVoltageDips supplyVoltageImbalance supplyVoltageVariations
  tempOvervoltage dataCustodianApplicationStatus thirdPartyApplicationStatus thirdPartyApplicationType
  thirdPartyApplicationUse client_id_issued_at client_secret_expires_at token_endpoint_auth_method grant_types grant_type
  response_types scope expires_at token_type programDate`.split(/\s+/),
);

/** Names of resources, of steps in their paths, and of types: what every file of a service has. */
const STANDARD = new Set(
  `applicationinformation authorization batch bulk customer customeraccount customeragreement datacustodian
  electricpowerqualitysummary electricpowerusagesummary enddevice espi intervalblock localtimeparameters meter meterreading
  programdateidmappings readingtype resource retailcustomer servicelocation servicesupplier subscription thirdparty
  usagepoint usagesummary timeconfiguration http https urn uuid text html xml atom cust entry feed application string
  electric power quality interval block usage summary point reading local time parameters configuration type 8080 8443`.split(
    /\s+/,
  ),
);

const isStandard = (text: string) =>
  STANDARD.has(text.replace(/\s+/g, '').toLowerCase()) ||
  /^(https?:\/\/(www\.)?naesb\.org|http:\/\/www\.w3\.org\/|http:\/\/purl\.org\/)/.test(text);

/** Texts of the fields that must not stay: whole, and the steps of addresses. */
function personal({ texts, attributes }: ReturnType<typeof walked>): Set<string> {
  const fields = [
    ...texts.filter(({ name }) => !HARMLESS.has(name)),
    ...attributes
      .filter(({ name }) => !/^(xmlns(:.*)?|rel|type|xsi:(type|schemaLocation))$/.test(name))
      .map(({ value }) => ({ text: value })),
  ].map(({ text }) => text.trim());
  const all = fields.flatMap((text) => [text, ...text.split(/[/?&=#;,:@]+|\s+/)]);
  return new Set(all.filter((text) => text.length >= 4 && /[\p{L}\p{N}]/u.test(text) && !isStandard(text)));
}

describe.skipIf(!bookIsThere)('the sample files, anonymised (left out where ../shared is missing)', () => {
  it('are all there', () => {
    expect(files).toHaveLength(41);
  });

  it('are refused where they are no XML', async () => {
    await expect(anonymise(original(NOT_XML))).rejects.toMatchObject({ code: 'not_well_formed' });
  });

  it.each(good)('%s has the verdicts of the pre-check that it had', async (file) => {
    const before = original(file);
    expect(await verdicts(await anonymise(before))).toEqual(await verdicts(before));
    expect(await verdicts(await anonymise(before, { jitter: 20 }))).toEqual(await verdicts(before));
  });

  it.each(good)('%s is read as it was: counts, sums, spans, readings, joins', async (file) => {
    const before = original(file);
    expect(await readAs(await anonymise(before))).toEqual(await readAs(before));
  });

  it.each(good)('%s keeps no name, address, identifier or free text', async (file) => {
    const after = await anonymise(original(file));
    const { texts, attributes, names } = walked(after);
    const beside = [...attributes.map(({ value }) => value), ...names.filter((name) => name.includes('x-'))];
    // Numbers of readings may be those of a house: they are looked for beside the numbers.
    const free = [...texts.filter(({ name }) => !HARMLESS.has(name)).map(({ text }) => text), ...beside].join('\n');
    const all = [...texts.map(({ text }) => text), ...beside].join('\n');
    const words = new Set(free.split(/[^\p{L}\p{N}]+/u));
    const kept = [...personal(walked(original(file).toString()))].filter((text) => {
      if (/^[\p{L}\p{N}]+$/u.test(text) ? words.has(text) : free.includes(text)) return true;
      return /\p{L}/u.test(text) && text.length >= 8 && !/^\d{4}-\d\d-\d\dT/.test(text) && all.includes(text);
    });
    expect(kept).toEqual([]);
  });
});
