import {
  bool,
  code,
  epoch,
  hex,
  type Infer,
  int,
  int16,
  interval,
  many,
  seconds,
  secret,
  struct,
  text,
  uint8,
  word,
} from './decode.ts';

/** Entities of the usage schema, `http://naesb.org/espi` (espi-facts section 2). Numbers are raw: no scale applied. */

/** Of every IdentifiedObject; `name` is deprecated but in use, `timezone` and dates are additions of custodians. */
export const identified = {
  batchItemInfo: struct({
    name: hex,
    operation: code('CRUDOperation'),
    statusCode: code('StatusCode'),
    statusReason: text,
  }),
};

/** A value with its unit: value x 10^powerOfTenMultiplier. */
export const summaryMeasurement = struct({
  powerOfTenMultiplier: code('UnitMultiplierKind'),
  timeStamp: epoch,
  uom: code('UnitSymbolKind'),
  value: int,
  readingTypeRef: text,
});
export type SummaryMeasurement = Infer<typeof summaryMeasurement>;

const tariffRiderRefs = struct({
  tariffRiderRef: many(struct({ riderType: text, enrollmentStatus: word('EnrollmentStatus'), effectiveDate: epoch })),
});

export const applicationInformation = struct({
  ...identified,
  dataCustodianId: text,
  dataCustodianApplicationStatus: code('DataCustodianApplicationStatus'),
  thirdPartyName: text,
  thirdPartyApplicationDescription: text,
  thirdPartyApplicationStatus: code('ThirdPartyApplicationStatus'),
  thirdPartyApplicationType: code('ThirdPartyApplicationType'),
  thirdPartyApplicationUse: code('ThirdPartyApplicationUse'),
  thirdPartyPhone: text,
  authorizationServerUri: text,
  thirdPartyNotifyUri: text,
  authorizationServerAuthorizationEndpoint: text,
  authorizationServerRegistrationEndpoint: text,
  authorizationServerTokenEndpoint: text,
  dataCustodianBulkRequestURI: text,
  dataCustodianResourceEndpoint: text,
  thirdPartyScopeSelectionScreenURI: text,
  thirdPartyUserPortalScreenURI: text,
  client_secret: secret,
  logo_uri: text,
  client_name: text,
  client_uri: text,
  redirect_uri: many(text),
  client_id: text,
  tos_uri: text,
  policy_uri: text,
  software_id: text,
  software_version: text,
  client_id_issued_at: epoch,
  client_secret_expires_at: epoch,
  contacts: many(text),
  token_endpoint_auth_method: word('TokenEndPointMethod'),
  scope: many(text),
  grant_types: many(word('GrantType')),
  response_types: word('ResponseType'),
  registration_client_uri: text,
  registration_access_token: secret,
  dataCustodianScopeSelectionScreenURI: text,
});

export const authorization = struct({
  ...identified,
  /** Duration 0 is open-ended. */
  authorizedPeriod: interval,
  publishedPeriod: interval,
  status: code('AuthorizationStatus'),
  /** Expiry of the access token. */
  expires_at: epoch,
  grant_type: word('GrantType'),
  scope: text,
  token_type: word('TokenType'),
  error: word('OAuthError'),
  error_description: text,
  error_uri: text,
  resourceURI: text,
  authorizationURI: text,
  customerResourceURI: text,
});

/** Offsets in seconds; rules are the bit fields of espi-facts section 4, see `shared/time`. */
export const localTimeParameters = struct({
  ...identified,
  dstEndRule: hex,
  dstOffset: int,
  dstStartRule: hex,
  tzOffset: int,
});

const rational = struct({ numerator: int, denominator: int });

export const readingType = struct({
  ...identified,
  accumulationBehaviour: code('AccumulationKind'),
  commodity: code('CommodityKind'),
  consumptionTier: int16,
  currency: code('Currency'),
  dataQualifier: code('DataQualifierKind'),
  defaultQuality: code('QualityOfReading'),
  flowDirection: code('FlowDirectionKind'),
  /** Seconds. */
  intervalLength: seconds,
  kind: code('MeasurementKind'),
  phase: code('PhaseCodeKind'),
  powerOfTenMultiplier: code('UnitMultiplierKind'),
  timeAttribute: code('TimePeriodOfInterest'),
  tou: int16,
  uom: code('UnitSymbolKind'),
  cpp: int16,
  interharmonic: rational,
  measuringPeriod: code('TimeAttributeKind'),
  argument: rational,
});

const pnodeRef = struct({
  apnodeType: word('ApnodeType'),
  ref: text,
  startEffectiveDate: epoch,
  endEffectiveDate: epoch,
});

export const usagePoint = struct({
  ...identified,
  /** Bits: 1 isMirror, 2 isPremisesAggregationPoint, 4 isPEV, 8 isDER, 16 isRevenueQuality, 32 isDC. */
  roleFlags: hex,
  serviceCategory: struct({ kind: code('ServiceKind') }),
  /** 0 off, 1 on. */
  status: uint8,
  serviceDeliveryPoint: struct({ name: text, tariffProfile: text, customerAgreement: text, tariffRiderRefs }),
  amiBillingReady: word('AmiBillingReadyKind'),
  checkBilling: bool,
  connectionState: word('UsagePointConnectedKind'),
  estimatedLoad: summaryMeasurement,
  grounded: bool,
  isSdp: bool,
  isVirtual: bool,
  minimalUsageExpected: bool,
  nominalServiceVoltage: summaryMeasurement,
  outageRegion: text,
  phaseCode: code('PhaseCodeKind'),
  ratedCurrent: summaryMeasurement,
  ratedPower: summaryMeasurement,
  readCycle: text,
  readRoute: text,
  serviceDeliveryRemark: text,
  servicePriority: text,
  pnodeRefs: struct({ pnodeRef: many(pnodeRef) }),
  aggregateNodeRefs: struct({
    aggregateNodeRef: many(
      struct({
        anodeType: word('AnodeType'),
        ref: text,
        startEffectiveDate: epoch,
        endEffectiveDate: epoch,
        pnodeRef: many(pnodeRef),
      }),
    ),
  }),
});

/** Ties a usage point, a reading type and interval blocks together by links; it has no fields. */
export const meterReading = struct({ ...identified });

const lineItem = struct({
  /** 1/100 000 of the currency, where the custodian follows the schema: see the money scale detector. */
  amount: int,
  rounding: int,
  dateTime: epoch,
  note: text,
  /** The quantity behind the charge; some put dates (uom 27) and factors here. */
  measurement: summaryMeasurement,
  itemKind: code('ItemKind'),
  unitCost: int,
  itemPeriod: interval,
});
export type LineItem = Infer<typeof lineItem>;

/** Also the older ElectricPowerUsageSummary, whose fields are a part of these. */
export const usageSummary = struct({
  ...identified,
  billingPeriod: interval,
  billLastPeriod: int,
  billToDate: int,
  costAdditionalLastPeriod: int,
  costAdditionalDetailLastPeriod: many(lineItem),
  currency: code('Currency'),
  overallConsumptionLastPeriod: summaryMeasurement,
  currentBillingPeriodOverAllConsumption: summaryMeasurement,
  currentDayLastYearNetConsumption: summaryMeasurement,
  currentDayNetConsumption: summaryMeasurement,
  currentDayOverallConsumption: summaryMeasurement,
  peakDemand: summaryMeasurement,
  previousDayLastYearOverallConsumption: summaryMeasurement,
  previousDayNetConsumption: summaryMeasurement,
  previousDayOverallConsumption: summaryMeasurement,
  qualityOfReading: code('QualityOfReading'),
  ratchetDemand: summaryMeasurement,
  ratchetDemandPeriod: interval,
  statusTimeStamp: epoch,
  commodity: code('CommodityKind'),
  tariffProfile: text,
  readCycle: text,
  tariffRiderRefs,
  billingChargeSource: struct({ agencyName: text }),
});

export const electricPowerQualitySummary = struct({
  ...identified,
  flickerPlt: int,
  flickerPst: int,
  harmonicVoltage: int,
  longInterruptions: int,
  /** Microvolts. */
  mainsVoltage: int,
  /** 0 IEEE1519-2009, 1 EN50160. */
  measurementProtocol: uint8,
  /** Microhertz. */
  powerFrequency: int,
  rapidVoltageChanges: int,
  shortInterruptions: int,
  summaryInterval: interval,
  supplyVoltageDips: int,
  supplyVoltageImbalance: int,
  supplyVoltageVariations: int,
  tempOvervoltage: int,
});

export const serviceStatus = struct({ currentStatus: code('ESPIServiceStatus') });

/** The body of a notification. */
export const batchList = struct({ resources: many(text) });

/** Where the labels of TOU, CPP and tier buckets live. */
export const programIdMappings = struct({
  ...identified,
  programIdMapping: many(struct({ tOUorCPPorConsumptionTier: word('BucketKind'), code: text, name: text, note: text })),
  tOUorCPPorConsumptionTier: word('BucketKind'),
  code: text,
  name: text,
  note: text,
});
