/**
 * Code lists of the ESPI schemas (espi-facts section 5): numeric codes and their names. Every list is open, by the
 * schema itself: an unknown number is valid and is shown as `unknown (n)`.
 */

// biome-ignore format: a table
export const CODE_LISTS = {
  ServiceKind: {
    0: 'electricity', 1: 'gas', 2: 'water', 3: 'time', 4: 'heat', 5: 'refuse', 6: 'sewerage', 7: 'rates',
    8: 'tvLicence', 9: 'internet',
  },
  CommodityKind: {
    0: 'none', 1: 'electricity SecondaryMetered', 2: 'electricity PrimaryMetered', 3: 'communication', 4: 'air',
    5: 'insulativeGas', 6: 'insulativeOil', 7: 'naturalGas', 8: 'propane', 9: 'potableWater', 10: 'steam',
    11: 'wasteWater', 12: 'heatingFluid', 13: 'coolingFluid', 14: 'nonpotableWater', 15: 'nox', 16: 'so2', 17: 'ch4',
    18: 'co2', 19: 'carbon', 20: 'hch', 21: 'pfc', 22: 'sf6', 23: 'tvLicence', 24: 'internet', 25: 'refuse',
    26: 'electricity TransmissionMetered',
  },
  AccumulationKind: {
    0: 'none', 1: 'bulkQuantity', 2: 'continuousCumulative', 3: 'cumulative', 4: 'deltaData', 6: 'indicating',
    9: 'summation', 10: 'timeDelay', 12: 'instantaneous', 13: 'latchingQuantity', 14: 'boundedQuantity',
  },
  FlowDirectionKind: {
    0: 'none', 1: 'forward', 2: 'lagging', 3: 'leading', 4: 'net', 5: 'q1plusQ2', 7: 'q1plusQ3', 8: 'q1plusQ4',
    9: 'q1minusQ4', 10: 'q2plusQ3', 11: 'q2plusQ4', 12: 'q2minusQ3', 13: 'q3plusQ4', 14: 'q3minusQ2',
    15: 'quadrant1', 16: 'quadrant2', 17: 'quadrant3', 18: 'quadrant4', 19: 'reverse', 20: 'total',
    21: 'totalByPhase',
  },
  DataQualifierKind: {
    0: 'none', 2: 'average', 4: 'excess', 5: 'highThreshold', 7: 'lowThreshold', 8: 'maximum', 9: 'minimum',
    11: 'nominal', 12: 'normal', 16: 'secondMaximum', 17: 'secondMinimum', 23: 'thirdMaximum', 24: 'fourthMaximum',
    25: 'fifthMaximum', 26: 'sum',
  },
  QualityOfReading: {
    0: 'valid', 7: 'manually edited', 8: 'estimated using reference day', 9: 'estimated using linear interpolation',
    10: 'questionable', 11: 'derived', 12: 'projected (forecast)', 13: 'mixed', 14: 'raw',
    15: 'normalized for weather', 16: 'other', 17: 'validated', 18: 'verified', 19: 'revenue-quality',
  },
  TimePeriodOfInterest: {
    0: 'none', 8: 'billingPeriod', 11: 'daily', 13: 'monthly', 22: 'seasonal', 24: 'weekly', 32: 'specifiedPeriod',
  },
  // ISO 4217: those of the schema, and others that custodians elsewhere would send.
  Currency: {
    0: 'other', 36: 'AUD', 124: 'CAD', 156: 'CNY', 208: 'DKK', 356: 'INR', 392: 'JPY', 578: 'NOK', 643: 'RUB',
    752: 'SEK', 756: 'CHF', 826: 'GBP', 840: 'USD', 978: 'EUR',
    32: 'ARS', 152: 'CLP', 170: 'COP', 203: 'CZK', 344: 'HKD', 348: 'HUF', 352: 'ISK', 360: 'IDR', 376: 'ILS',
    410: 'KRW', 458: 'MYR', 484: 'MXN', 554: 'NZD', 604: 'PEN', 608: 'PHP', 682: 'SAR', 702: 'SGD', 704: 'VND',
    710: 'ZAR', 764: 'THB', 784: 'AED', 818: 'EGP', 901: 'TWD', 946: 'RON', 949: 'TRY', 975: 'BGN', 980: 'UAH',
    985: 'PLN', 986: 'BRL',
  },
  UnitMultiplierKind: {
    '-12': 'p', '-9': 'n', '-6': 'micro', '-3': 'm', '-2': 'c', '-1': 'd', 0: 'none', 1: 'da', 2: 'h', 3: 'k',
    6: 'M', 9: 'G', 12: 'T',
  },
  StatusCode: {
    200: 'Ok', 201: 'Created', 202: 'Accepted', 204: 'No Content', 301: 'Moved Permanently', 302: 'Redirect',
    304: 'Not Modified', 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found',
    405: 'Method Not Allowed', 410: 'Gone', 500: 'Internal Server Error',
  },
  CRUDOperation: {
    0: 'Create', 1: 'Read', 2: 'Update', 3: 'Delete',
  },
  DataCustodianApplicationStatus: {
    1: 'Review', 2: 'Production (Live)', 3: 'On Hold', 4: 'Revoked',
  },
  ThirdPartyApplicationStatus: {
    1: 'Development', 2: 'ReviewTest', 3: 'Production', 4: 'Retired',
  },
  ThirdPartyApplicationType: {
    1: 'Web', 2: 'Desktop', 3: 'Mobile', 4: 'Device',
  },
  ThirdPartyApplicationUse: {
    1: 'EnergyManagement', 2: 'Comparisons', 3: 'Government', 4: 'Academic', 5: 'LawEnforcement',
  },
  AuthorizationStatus: {
    0: 'Revoked', 1: 'Active', 2: 'Denied',
  },
  ESPIServiceStatus: {
    0: 'Unavailable', 1: 'Normal',
  },
  ItemKind: {
    1: 'generation fee', 2: 'delivery fee', 3: 'usage fee', 4: 'administrative fee', 5: 'tax',
    6: 'generation credit', 7: 'delivery credit', 8: 'administrative credit', 9: 'payment', 10: 'information',
  },
  TimeAttributeKind: {
    0: 'none', 1: 'tenMinute', 2: 'fifteenMinute', 3: 'oneMinute', 4: 'twentyfourHour', 5: 'thirtyMinute',
    6: 'fiveMinute', 7: 'sixtyMinute', 10: 'twoMinute', 14: 'threeMinute', 15: 'present', 16: 'previous',
    31: 'twentyMinute', 50: 'fixedBlock60Min', 51: 'fixedBlock30Min', 52: 'fixedBlock20Min', 53: 'fixedBlock15Min',
    54: 'fixedBlock10Min', 55: 'fixedBlock5Min', 56: 'fixedBlock1Min', 57: 'rollingBlock60MinIntvl30MinSubIntvl',
    58: 'rollingBlock60MinIntvl20MinSubIntvl', 59: 'rollingBlock60MinIntvl15MinSubIntvl',
    60: 'rollingBlock60MinIntvl12MinSubIntvl', 61: 'rollingBlock60MinIntvl10MinSubIntvl',
    62: 'rollingBlock60MinIntvl6MinSubIntvl', 63: 'rollingBlock60MinIntvl5MinSubIntvl',
    64: 'rollingBlock60MinIntvl4MinSubIntvl', 65: 'rollingBlock30MinIntvl15MinSubIntvl',
    66: 'rollingBlock30MinIntvl10MinSubIntvl', 67: 'rollingBlock30MinIntvl6MinSubIntvl',
    68: 'rollingBlock30MinIntvl5MinSubIntvl', 69: 'rollingBlock30MinIntvl3MinSubIntvl',
    70: 'rollingBlock30MinIntvl2MinSubIntvl', 71: 'rollingBlock15MinIntvl5MinSubIntvl',
    72: 'rollingBlock15MinIntvl3MinSubIntvl', 73: 'rollingBlock15MinIntvl1MinSubIntvl',
    74: 'rollingBlock10MinIntvl5MinSubIntvl', 75: 'rollingBlock10MinIntvl2MinSubIntvl',
    76: 'rollingBlock10MinIntvl1MinSubIntvl', 77: 'rollingBlock5MinIntvl1MinSubIntvl',
  },
  UnitSymbolKind: {
    0: 'none', 2: 'm', 3: 'g', 4: 'revPerSec', 5: 'A', 6: 'K', 7: 'mol', 8: 'cd', 9: 'deg', 10: 'rad', 11: 'sr',
    21: 'gy', 22: 'bq', 23: 'degC', 24: 'sv', 25: 'F', 27: 'sec', 28: 'H', 29: 'V', 30: 'ohm', 31: 'J', 32: 'n',
    33: 'Hz', 34: 'lx', 35: 'lm', 36: 'wb', 37: 't', 38: 'W', 39: 'pa', 41: 'm2', 42: 'm3', 43: 'mPerSec',
    44: 'mPerSec2', 45: 'm3PerSec', 46: 'mPerM3', 47: 'kgM', 48: 'kgPerM3', 49: 'm2PerSec', 50: 'wPerMK',
    51: 'jPerK', 53: 'siemens', 54: 'radPerSec', 61: 'VA', 63: 'VAr', 65: 'cosTheta', 66: 'Vs', 67: 'V2', 68: 'As',
    69: 'A2', 70: 'A2s', 71: 'VAh', 72: 'Wh', 73: 'VArh', 74: 'VPerHz', 75: 'HzPerSec', 76: 'char', 77: 'charPerSec',
    78: 'gM2', 79: 'b', 80: 'money', 81: 'WPerSec', 82: 'litrePerSec', 100: 'q', 101: 'qh', 102: 'ohmM',
    103: 'APerM', 104: 'V2h', 105: 'A2h', 106: 'Ah', 107: 'WhPerM3', 108: 'timeStamp', 109: 'status', 111: 'count',
    113: 'bm', 114: 'code', 115: 'WhPerRev', 116: 'VArhPerRev', 117: 'VAhPerRev', 118: 'meCode', 119: 'ft3',
    120: 'ft3compensated', 123: 'ft3compensatedPerH', 125: 'm3PerH', 126: 'm3compensatedPerH',
    127: 'm3uncompensatedPerH', 128: 'usGal', 129: 'usGalPerH', 130: 'imperialGal', 131: 'imperialGalPerH',
    132: 'btu', 133: 'btuPerH', 134: 'litre', 137: 'litrePerH', 138: 'litreCompensatedPerH',
    139: 'litreUncompensatedPerH', 140: 'paG', 141: 'psiA', 142: 'psiG', 143: 'litrePerLitre', 144: 'gPerG',
    145: 'molPerM3', 146: 'molPerMol', 147: 'molPerKg', 148: 'mPerM', 149: 'secPerSec', 150: 'HzPerHz', 151: 'VPerV',
    152: 'APerA', 153: 'WPerVA', 154: 'rev', 155: 'paA', 156: 'litreUncompensated', 157: 'litreCompensated',
    158: 'kat', 159: 'min', 160: 'h', 161: 'q45', 162: 'q60', 163: 'q45h', 164: 'q60h', 165: 'jPerKg',
    166: 'm3uncompensated', 167: 'm3compensated', 168: 'WPerW', 169: 'therm',
  },
  MeasurementKind: {
    0: 'none', 2: 'apparentPowerFactor', 3: 'currency', 4: 'current', 5: 'currentAngle', 6: 'currentImbalance',
    7: 'date', 8: 'demand', 9: 'distance', 10: 'distortionVoltAmperes', 11: 'energization', 12: 'energy',
    13: 'energizationLoadSide', 14: 'fan', 15: 'frequency', 16: 'Funds', 17: 'ieee1366ASAI', 18: 'ieee1366ASIDI',
    19: 'ieee1366ASIFI', 20: 'ieee1366CAIDI', 21: 'ieee1366CAIFI', 22: 'ieee1366CEMIn', 23: 'ieee1366CEMSMIn',
    24: 'ieee1366CTAIDI', 25: 'ieee1366MAIFI', 26: 'ieee1366MAIFIe', 27: 'ieee1366SAIDI', 28: 'ieee1366SAIFI',
    31: 'lineLosses', 32: 'losses', 33: 'negativeSequence', 34: 'phasorPowerFactor', 35: 'phasorReactivePower',
    36: 'positiveSequence', 37: 'power', 38: 'powerFactor', 40: 'quantityPower', 41: 'sag', 42: 'swell',
    43: 'switchPosition', 44: 'tapPosition', 45: 'tariffRate', 46: 'temperature', 47: 'totalHarmonicDistortion',
    48: 'transformerLosses', 49: 'unipedeVoltageDip10to15', 50: 'unipedeVoltageDip15to30',
    51: 'unipedeVoltageDip30to60', 52: 'unipedeVoltageDip60to90', 53: 'unipedeVoltageDip90to100', 54: 'voltage',
    55: 'voltageAngle', 56: 'voltageExcursion', 57: 'voltageImbalance', 58: 'volume', 59: 'zeroFlowDuration',
    60: 'zeroSequence', 64: 'distortionPowerFactor', 81: 'frequencyExcursion', 90: 'applicationContext',
    91: 'apTitle', 92: 'assetNumber', 93: 'bandwidth', 94: 'batteryVoltage', 95: 'broadcastAddress',
    96: 'deviceAddressType1', 97: 'deviceAddressType2', 98: 'deviceAddressType3', 99: 'deviceAddressType4',
    100: 'deviceClass', 101: 'electronicSerialNumber', 102: 'endDeviceID', 103: 'groupAddressType1',
    104: 'groupAddressType2', 105: 'groupAddressType3', 106: 'groupAddressType4', 107: 'ipAddress',
    108: 'macAddress', 109: 'mfgAssignedConfigurationID', 110: 'mfgAssignedPhysicalSerialNumber',
    111: 'mfgAssignedProductNumber', 112: 'mfgAssignedUniqueCommunicationAddress', 113: 'multiCastAddress',
    114: 'oneWayAddress', 115: 'signalStrength', 116: 'twoWayAddress', 117: 'signaltoNoiseRatio', 118: 'alarm',
    119: 'batteryCarryover', 120: 'dataOverflowAlarm', 121: 'demandLimit', 122: 'demandReset', 123: 'diagnostic',
    124: 'emergencyLimit', 125: 'encoderTamper', 126: 'ieee1366MomentaryInterruption',
    127: 'ieee1366MomentaryInterruptionEvent', 128: 'ieee1366SustainedInterruption', 129: 'interruptionBehaviour',
    130: 'inversionTamper', 131: 'loadInterrupt', 132: 'loadShed', 133: 'maintenance', 134: 'physicalTamper',
    135: 'powerLossTamper', 136: 'powerOutage', 137: 'powerQuality', 138: 'powerRestoration', 139: 'programmed',
    140: 'pushbutton', 141: 'relayActivation', 142: 'relayCycle', 143: 'removalTamper', 144: 'reprogrammingTamper',
    145: 'reverseRotationTamper', 146: 'switchArmed', 147: 'switchDisabled', 148: 'tamper', 149: 'watchdogTimeout',
    150: 'billLastPeriod', 151: 'billToDate', 152: 'billCarryover', 153: 'connectionFee', 154: 'audibleVolume',
    155: 'volumetricFlow',
  },
  PhaseCodeKind: {
    0: 'none', 16: 'N', 17: 'NG', 32: 'C', 33: 'CN', 40: 'CAv', 41: 'ACN', 64: 'B', 65: 'BN', 66: 'BC', 72: 'BAv',
    96: 'AC', 97: 'BCN', 128: 'A', 129: 'AN', 132: 'AB', 136: 'AtoAv', 193: 'ABN', 224: 'ABC', 225: 'ABCN',
    256: 'S2', 272: 'S2N', 512: 'S1', 528: 'S1N', 768: 'S12', 769: 'S12N', 784: 'S12N',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<number, string>>>>;

export type CodeList = keyof typeof CODE_LISTS;

/** Lists whose codes are words. Those of the usage schema are closed there, most of the customer schema are open. */
// biome-ignore format: a table
export const WORD_LISTS = {
  AmiBillingReadyKind: [
    'amiCapable', 'amiDisabled', 'billingApproved', 'enabled', 'nonAmi', 'nonMetered', 'operable',
  ],
  UsagePointConnectedKind: [
    'connected', 'logicallyDisconnected', 'physicallyDisconnected',
  ],
  GrantType: [
    'authorization_code', 'client_credentials', 'refresh_token',
  ],
  TokenType: [
    'Bearer',
  ],
  ResponseType: [
    'code',
  ],
  OAuthError: [
    'invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client', 'unsupported_grant_type',
    'invalid_scope', 'invalid_redirect_uri', 'invalid_client_metadata', 'invalid_client_id', 'access_denied',
    'unsupported_response_type', 'server_error', 'temporarily_unavailable',
  ],
  TokenEndPointMethod: [
    'client_secret_basic',
  ],
  EnrollmentStatus: [
    'unenrolled', 'enrolled', 'enrolledPending',
  ],
  ApnodeType: [
    'AG', 'CPZ', 'DPZ', 'LAP', 'TH', 'SYS', 'CA', 'DCA', 'GA', 'GH', 'EHV', 'ZN', 'INT', 'BUS',
  ],
  AnodeType: [
    'SYS', 'RUC', 'LFZ', 'REG', 'AGR', 'POD', 'ALR', 'LTAC', 'ACA', 'ASR', 'ECA',
  ],
  BucketKind: [
    'tou', 'cpp', 'consumptiontier',
  ],
  CustomerKind: [
    'residential', 'residentialAndCommercial', 'residentialAndStreetlight', 'residentialStreetlightOthers',
    'residentialFarmService', 'commercialIndustrial', 'pumpingLoad', 'windMachine', 'energyServiceSupplier',
    'energyServiceScheduler', 'enterprise', 'regionalOperator', 'subsidiary', 'internalUse', 'other',
  ],
  SupplierKind: [
    'utility', 'retailer', 'other', 'lse', 'mdma', 'msp',
  ],
  MeterMultiplierKind: [
    'kH', 'transformerRatio', 'kR', 'kE', 'ctRatio', 'ptRatio',
  ],
  ProgramDateKind: [
    'CUST_DR_PROGRAM_ENROLLMENT_DATE', 'CUST_DR_PROGRAM_DE_ENROLLMENT_DATE',
    'CUST_DR_PROGRAM_TERM_DATE_REGARDLESS_FINANCIAL', 'CUST_DR_PROGRAM_TERM_DATE_WITHOUT_FINANCIAL',
  ],
  NotificationMethodKind: [
    'call', 'email', 'letter', 'other', 'ivr',
  ],
  RevenueKind: [
    'residential', 'nonResidential', 'commercial', 'industrial', 'irrigation', 'streetLight', 'other',
  ],
  MediaType: [
    'application/json', 'application/pdf', 'application/vnd.ms-excel',
    'application/vnd.oasis.opendocument.spreadsheet', 'application/vnd.oasis.opendocument.text',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/zip', 'image/gif',
    'image/jpeg', 'image/png', 'text/csv', 'text/html', 'text/plain', 'text/rtf', 'text/xml',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type WordList = keyof typeof WORD_LISTS;

/** The name of a code; `unknown (n)` for one that the list does not have. */
export function codeLabel(list: CodeList, code: number): string {
  const names: Readonly<Record<number, string>> = CODE_LISTS[list];
  return names[code] ?? `unknown (${code})`;
}

/** True when the list has the code. */
export function isKnownCode(list: CodeList, code: number): boolean {
  return code in CODE_LISTS[list];
}
