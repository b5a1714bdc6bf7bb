import { bool, code, decimal, epoch, int, interval, many, seconds, secret, struct, text, word } from './decode.ts';
import { identified, summaryMeasurement } from './usage-entities.ts';

/** Entities of the retail customer schema, `http://naesb.org/espi/customer` (espi-facts section 3). */

/** Deprecated in the schema, and the only name that PG&E and SCE give. */
const named = { ...identified, name: text };

/** Also written as bare text. */
const status = struct({ value: text, dateTime: epoch, remark: text, reason: text }, 'value');

const streetAddress = struct({
  streetDetail: struct({
    number: text,
    name: text,
    suffix: text,
    prefix: text,
    type: text,
    code: text,
    buildingName: text,
    suiteNumber: text,
    addressGeneral: text,
    addressGeneral2: text,
    addressGeneral3: text,
    withinTownLimits: bool,
  }),
  townDetail: struct({ code: text, section: text, name: text, county: text, stateOrProvince: text, country: text }),
  status,
  postalCode: text,
  poBox: text,
});

const telephoneNumber = struct({
  countryCode: text,
  areaCode: text,
  cityCode: text,
  localNumber: text,
  ext: text,
  dialOut: text,
  internationalPrefix: text,
  ituPhone: text,
});

const electronicAddress = struct({
  lan: text,
  mac: text,
  email1: text,
  email2: text,
  web: text,
  radio: text,
  userID: text,
  password: secret,
});

const organisationFields = {
  streetAddress,
  postalAddress: streetAddress,
  phone1: telephoneNumber,
  phone2: telephoneNumber,
  electronicAddress,
  organisationName: text,
};
const organisation = struct(organisationFields);

const document = {
  ...named,
  type: text,
  authorName: text,
  createdDateTime: epoch,
  lastModifiedDateTime: epoch,
  revisionNumber: text,
  electronicAddress,
  subject: text,
  title: text,
  docStatus: status,
  status,
  comment: text,
};

const asset = {
  ...named,
  type: text,
  utcNumber: text,
  serialNumber: text,
  lotNumber: text,
  purchasePrice: int,
  critical: bool,
  electronicAddress,
  lifecycle: struct({
    manufacturedDate: epoch,
    purchaseDate: epoch,
    receivedDate: epoch,
    installationDate: epoch,
    removalDate: epoch,
    retiredDate: epoch,
  }),
  acceptanceTest: struct({ type: text, success: bool, dateTime: epoch }),
  initialCondition: text,
  initialLossOfLife: int,
  status,
};

const endDeviceFields = { ...asset, isVirtual: bool, isPan: bool, installCode: text, amrSystem: text };

export const customer = struct({
  ...named,
  organisation,
  kind: word('CustomerKind'),
  specialNeed: text,
  vip: bool,
  pucNumber: text,
  status,
  priority: struct({ rank: int, type: text, justification: text }),
  locale: text,
  customerName: text,
});

export const customerAccount = struct({
  ...document,
  billingCycle: text,
  budgetBill: text,
  /** The schema states no scale: treated as 1/100 000 of the currency. */
  lastBillAmount: int,
  notifications: many(
    struct({ methodKind: word('NotificationMethodKind'), time: epoch, note: text, customerNotificationKind: text }),
  ),
  contactInfo: organisation,
  accountId: text,
});

export const customerAgreement = struct({
  ...document,
  signDate: epoch,
  validityInterval: interval,
  loadMgmt: text,
  isPrePay: bool,
  shutOffDateTime: epoch,
  demandResponseProgram: many(
    struct({
      programName: text,
      enrollmentStatus: word('EnrollmentStatus'),
      programDescription: text,
      programDate: many(struct({ programDate: epoch, programDateDescription: text })),
      capacityReservationLevel: summaryMeasurement,
      dRProgramNomination: summaryMeasurement,
    }),
  ),
  pricingStructures: many(text),
  currency: code('Currency'),
  futureStatus: many(status),
  agreementId: text,
});

export const serviceSupplier = struct({
  ...named,
  organisation,
  kind: word('SupplierKind'),
  issuerIdentificationNumber: text,
  effectiveDate: epoch,
});

export const programDateIdMappings = struct({
  ...named,
  programDateIdMapping: many(struct({ programDateType: word('ProgramDateKind'), code: text, name: text, note: text })),
});

export const serviceLocation = struct({
  ...named,
  type: text,
  mainAddress: streetAddress,
  secondaryAddress: streetAddress,
  phone1: telephoneNumber,
  phone2: telephoneNumber,
  electronicAddress,
  geoInfoReference: text,
  direction: text,
  status,
  positionPoints: many(struct({ xPosition: text, yPosition: text, zPosition: text })),
  accessMethod: text,
  siteAccessProblem: text,
  needsInspection: bool,
  /** URIs of the usage points on the usage side. */
  usagePoints: many(struct({ usagePoint: many(text) })),
  outageBlock: text,
});

export const endDevice = struct(endDeviceFields);

export const meter = struct({
  ...endDeviceFields,
  formNumber: text,
  meterMultipliers: many(struct({ kind: word('MeterMultiplierKind'), value: decimal })),
  /** Seconds. */
  intervalLength: seconds,
});
