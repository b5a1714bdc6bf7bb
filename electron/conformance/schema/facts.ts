/**
 * What the ESPI schemas (NAESB REQ.21, version 3.3) allow: names, order, number and values. Facts only, made from the
 * schemas by tests/unit/conformance/schema.test.ts (`vitest -u` writes this file anew).
 * element NAME TYPE; type NAME CHILD:TYPE... in order, each once, or ? * + (+2: two or more); value NAME BASE FACET...
 */
export const SCHEMA_FACTS = `
namespace http://naesb.org/espi
type ApplicationInformation <IdentifiedObject dataCustodianId:String64 dataCustodianApplicationStatus:DataCustodianApplicationStatus thirdPartyApplicationDescription:String256? thirdPartyApplicationStatus:ThirdPartyApplicatonStatus? thirdPartyApplicationType:ThirdPartyApplicationType? thirdPartyApplicationUse:ThirdPartyApplicationUse? thirdPartyPhone:String32? authorizationServerUri:xs:anyURI? thirdPartyNotifyUri:xs:anyURI authorizationServerAuthorizationEndpoint:xs:anyURI authorizationServerRegistrationEndpoint:xs:anyURI? authorizationServerTokenEndpoint:xs:anyURI dataCustodianBulkRequestURI:xs:anyURI dataCustodianResourceEndpoint:xs:anyURI thirdPartyScopeSelectionScreenURI:xs:anyURI? thirdPartyUserPortalScreenURI:xs:anyURI? client_secret:String512 logo_uri:xs:anyURI? client_name:String256 client_uri:xs:anyURI? redirect_uri:xs:anyURI+ client_id:String64 tos_uri:xs:anyURI? policy_uri:xs:anyURI? software_id:String256 software_version:String32 client_id_issued_at:TimeType client_secret_expires_at:TimeType contacts:String256* token_endpoint_auth_method:TokenEndPointMethod scope:String256+ grant_types:GrantType+2 response_types:ResponseType registration_client_uri:xs:anyType registration_access_token:xs:anyType dataCustodianScopeSelectionScreenURI:xs:anyType?
type Authorization <IdentifiedObject authorizedPeriod:DateTimeInterval? publishedPeriod:DateTimeInterval? status:AuthorizationStatus expires_at:TimeType grant_type:GrantType? scope:String256 token_type:TokenType error:OAuthError? error_description:String256? error_uri:xs:anyURI? resourceURI:xs:anyURI authorizationURI:xs:anyURI customerResourceURI:xs:anyURI?
type IntervalBlock <IdentifiedObject interval:DateTimeInterval? IntervalReading:IntervalReading*
type MeterReading <IdentifiedObject
type ReadingType <IdentifiedObject accumulationBehaviour:AccumulationKind? commodity:CommodityKind? consumptionTier:Int16? currency:Currency? dataQualifier:DataQualifierKind? defaultQuality:QualityOfReading? flowDirection:FlowDirectionKind? intervalLength:UInt32? kind:MeasurementKind? phase:PhaseCodeKind? powerOfTenMultiplier:UnitMultiplierKind? timeAttribute:TimePeriodOfInterest? tou:Int16? uom:UnitSymbolKind? cpp:Int16? interharmonic:ReadingInterharmonic? measuringPeriod:TimeAttributeKind? argument:RationalNumber?
type UsagePoint <IdentifiedObject roleFlags:HexBinary16? ServiceCategory:ServiceCategory? status:UInt8? serviceDeliveryPoint:ServiceDeliveryPoint? amiBillingReady:AmiBillingReadyKind? checkBilling:xs:boolean? connectionState:UsagePointConnectedKind? estimatedLoad:SummaryMeasurement? grounded:xs:boolean? isSdp:xs:boolean? isVirtual:xs:boolean? minimalUsageExpected:xs:boolean? nominalServiceVoltage:SummaryMeasurement? outageRegion:String256? phaseCode:PhaseCodeKind? ratedCurrent:SummaryMeasurement? ratedPower:SummaryMeasurement? readCycle:String256? readRoute:String256? serviceDeliveryRemark:String256? servicePriority:String32? pnodeRefs:PnodeRefs? aggregateNodeRefs:AggregateNodeRefs?
type ElectricPowerQualitySummary <IdentifiedObject flickerPlt:Int48? flickerPst:Int48? harmonicVoltage:Int48? longInterruptions:Int48? mainsVoltage:Int48? measurementProtocol:UInt8? powerFrequency:Int48? rapidVoltageChanges:Int48? shortInterruptions:Int48? summaryInterval:DateTimeInterval supplyVoltageDips:Int48? supplyVoltageImbalance:Int48? supplyVoltageVariations:Int48? tempOvervoltage:Int48?
type ElectricPowerUsageSummary <IdentifiedObject billingPeriod:DateTimeInterval? billLastPeriod:Int48? billToDate:Int48? costAdditionalLastPeriod:Int48? costAdditionalDetailLastPeriod:LineItem* currency:Currency? overallConsumptionLastPeriod:SummaryMeasurement? currentBillingPeriodOverAllConsumption:SummaryMeasurement? currentDayLastYearNetConsumption:SummaryMeasurement? currentDayNetConsumption:SummaryMeasurement? currentDayOverallConsumption:SummaryMeasurement? peakDemand:SummaryMeasurement? previousDayLastYearOverallConsumption:SummaryMeasurement? previousDayNetConsumption:SummaryMeasurement? previousDayOverallConsumption:SummaryMeasurement? qualityOfReading:QualityOfReading? ratchetDemand:SummaryMeasurement? ratchetDemandPeriod:DateTimeInterval? statusTimeStamp:TimeType commodity:CommodityKind?
type UsageSummary <IdentifiedObject billingPeriod:DateTimeInterval? billLastPeriod:Int48? billToDate:Int48? costAdditionalLastPeriod:Int48? costAdditionalDetailLastPeriod:LineItem* currency:Currency? overallConsumptionLastPeriod:SummaryMeasurement? currentBillingPeriodOverAllConsumption:SummaryMeasurement? currentDayLastYearNetConsumption:SummaryMeasurement? currentDayNetConsumption:SummaryMeasurement? currentDayOverallConsumption:SummaryMeasurement? peakDemand:SummaryMeasurement? previousDayLastYearOverallConsumption:SummaryMeasurement? previousDayNetConsumption:SummaryMeasurement? previousDayOverallConsumption:SummaryMeasurement? qualityOfReading:QualityOfReading? ratchetDemand:SummaryMeasurement? ratchetDemandPeriod:DateTimeInterval? statusTimeStamp:TimeType commodity:CommodityKind? tariffProfile:String256? readCycle:String256? tariffRiderRefs:TariffRiderRefs? billingChargeSource:BillingChargeSource?
type TimeConfiguration <IdentifiedObject dstEndRule:DstRuleType dstOffset:TimeType dstStartRule:DstRuleType tzOffset:TimeType
type ProgramIdMappings.programIdMapping tOUorCPPorConsumptionTier:tOUorCPPorConsumptionTier code:xs:anyType name:xs:anyType note:xs:anyType?
type ProgramIdMappings <IdentifiedObject programIdMapping:ProgramIdMappings.programIdMapping+
type IntervalReading <Object cost:Int48? ReadingQuality:ReadingQuality* timePeriod:DateTimeInterval? value:Int48? consumptionTier:Int16? tou:Int16? cpp:Int16?
type ReadingQuality <Object quality:QualityOfReading
type ServiceCategory <Object kind:ServiceKind
type SummaryMeasurement <Object powerOfTenMultiplier:UnitMultiplierKind? timeStamp:TimeType? uom:UnitSymbolKind? value:Int48? readingTypeRef:xs:anyURI?
type BatchItemInfo <Object name:HexBinary16? operation:CRUDOperation? statusCode:StatusCode? statusReason:String256?
type ServiceDeliveryPoint <Object name:String256? tariffProfile:String256? customerAgreement:String256? tariffRiderRefs:TariffRiderRefs?
value HexBinary128 xs:hexBinary maxLength=16
value HexBinary32 xs:hexBinary maxLength=4
value HexBinary16 xs:hexBinary maxLength=2
value HexBinary8 xs:hexBinary maxLength=1
value String512 xs:string maxLength=512
value String256 xs:string maxLength=256
value String64 xs:string maxLength=64
value String32 xs:string maxLength=32
value String16 xs:string maxLength=16
value String8 xs:string maxLength=8
value String4 xs:string maxLength=4
value UInt16 xs:unsignedShort
value UInt32 xs:unsignedInt
value UInt48 xs:unsignedLong maxInclusive=281474976710655
value UInt8 xs:unsignedByte
value Int48 xs:long minInclusive=-140737488355328 maxInclusive=140737488355328
value Int16 xs:short
value TimeType xs:long
type DateTimeInterval <Object duration:UInt32 start:TimeType
type IdentifiedObject <Object batchItemInfo:BatchItemInfo?
value UUIDType xs:string pattern=[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}
type Object extension:xs:anyType*
type ServiceStatus <Object currentStatus:ESPIServiceStatus
type RationalNumber <Object numerator:xs:integer? denominator:xs:anyType?
type ReadingInterharmonic <Object numerator:xs:integer? denominator:xs:anyType?
type BatchListType resources:xs:anyURI*
type LineItem <Object amount:Int48? rounding:Int48? dateTime:TimeType? note:String256 measurement:SummaryMeasurement? itemKind:ItemKind unitCost:Int48? itemPeriod:DateTimeInterval?
type PnodeRefs <Object pnodeRef:PnodeRef+
type AggregateNodeRefs <Object aggregateNodeRef:AggregateNodeRef+
type TariffRiderRefs <Object tariffRiderRef:TariffRiderRef+
type PnodeRef <Object apnodeType:ApnodeType ref:String256 startEffectiveDate:TimeType? endEffectiveDate:TimeType?
type AggregateNodeRef <Object anodeType:AnodeType ref:String256 startEffectiveDate:TimeType? endEffectiveDate:TimeType? pnodeRef:PnodeRef*
type TariffRiderRef <Object riderType:String256 enrollmentStatus:EnrollmentStatus effectiveDate:TimeType
type BillingChargeSource <Object agencyName:String256?
value TokenEndPointMethod String32 one=client_secret_basic
value GrantType String32 one=authorization_code|client_credentials|refresh_token
value ResponseType String32 one=code
value TokenType String32 one=Bearer
value OAuthError String32 one=invalid_request|invalid_client|invalid_grant|unauthorized_client|unsupported_grant_type|invalid_scope|invalid_redirect_uri|invalid_client_metadata|invalid_client_id|access_denied|unsupported_response_type|server_error|temporarily_unavailable
value ItemKind UInt16
value AccumulationKind UInt16
value CommodityKind UInt16
value Currency UInt16
value DataQualifierKind UInt16
value FlowDirectionKind UInt16
value MeasurementKind UInt16
value PhaseCodeKind UInt16
value UnitMultiplierKind Int16
value QualityOfReading UInt16
value ServiceKind UInt16
value TimeAttributeKind UInt16
value TimePeriodOfInterest UInt16
value UnitSymbolKind UInt16
value StatusCode UInt16
value CRUDOperation UInt16
value DataCustodianApplicationStatus UInt16
value ThirdPartyApplicatonStatus UInt16
value ThirdPartyApplicationType UInt16
value ThirdPartyApplicationUse UInt16
value AuthorizationStatus UInt16
value ESPIServiceStatus UInt16
value AmiBillingReadyKind String32 one=amiCapable|amiDisabled|billingApproved|enabled|nonAmi|nonMetered|operable
value UsagePointConnectedKind String32 one=connected|logicallyDisconnected|physicallyDisconnected
value DstRuleType HexBinary32
value ApnodeType String8 one=AG|CPZ|DPZ|LAP|TH|SYS|CA|DCA|GA|GH|EHV|ZN|INT|BUS
value AnodeType String8 one=SYS|RUC|LFZ|REG|AGR|POD|ALR|LTAC|ACA|ASR|ECA
value tOUorCPPorConsumptionTier xs:string one=tou|cpp|consumptiontier
value ParticipationCategoryMPM String4 one=Y|N|S|L
value EnrollmentStatus String32 one=unenrolled|enrolled|enrolledPending
element ApplicationInformation ApplicationInformation
element Authorization Authorization
element IntervalBlock IntervalBlock
element IntervalReading IntervalReading
element MeterReading MeterReading
element ReadingQuality ReadingQuality
element ReadingType ReadingType
element IdentifiedObject IdentifiedObject
element UsagePoint UsagePoint
element ElectricPowerQualitySummary ElectricPowerQualitySummary
element ElectricPowerUsageSummary ElectricPowerUsageSummary
element UsageSummary UsageSummary
element DateTimeInterval DateTimeInterval
element SummaryMeasurement SummaryMeasurement
element BatchItemInfo BatchItemInfo
element Object Object
element ServiceStatus ServiceStatus
element LocalTimeParameters TimeConfiguration
element ProgramIdMappings ProgramIdMappings
element BatchList BatchListType
namespace http://naesb.org/espi/customer
type Customer <OrganisationRole kind:CustomerKind? specialNeed:String256? vip:xs:boolean? pucNumber:String256? status:Status? priority:Priority? locale:String256? customerName:String256?
type CustomerAccount <Document billingCycle:String256? budgetBill:String256? lastBillAmount:Int48? notifications:AccountNotification* contactInfo:Organisation? accountId:String256?
type CustomerAgreement <Agreement loadMgmt:String256? isPrePay:xs:boolean? shutOffDateTime:TimeType? DemandResponseProgram:DemandResponseProgram* PricingStructures:PricingStructure* currency:Currency? futureStatus:Status* agreementId:String256?
type EndDevice <AssetContainer isVirtual:xs:boolean? isPan:xs:boolean? installCode:String256? amrSystem:String256?
type Meter <EndDevice formNumber:String256? MeterMultipliers:MeterMultiplier* intervalLength:UInt32?
type ProgramDateIdMappings <IdentifiedObject programDateIdMapping:ProgramDateIdMapping?
type ServiceLocation <WorkLocation accessMethod:String256? siteAccessProblem:String256? needsInspection:xs:boolean? UsagePoints:UsagePoints* outageBlock:String32?
type ServiceSupplier <OrganisationRole kind:SupplierKind? issuerIdentificationNumber:String256? effectiveDate:TimeType?
type TimeConfiguration <IdentifiedObject dstEndRule:DstRuleType dstOffset:TimeType dstStartRule:DstRuleType tzOffset:TimeType
value HexBinary128 xs:hexBinary maxLength=16
value HexBinary32 xs:hexBinary maxLength=4
value HexBinary16 xs:hexBinary maxLength=2
value HexBinary8 xs:hexBinary maxLength=1
value String512 xs:string maxLength=512
value String256 xs:string maxLength=256
value String64 xs:string maxLength=64
value String32 xs:string maxLength=32
value UInt48 xs:unsignedLong maxInclusive=281474976710655
value UInt32 xs:unsignedInt
value UInt16 xs:unsignedShort
value UInt8 xs:unsignedByte
value Int48 xs:long minInclusive=-140737488355328 maxInclusive=140737488355328
value Int16 xs:short
value name String64
value PerCent xs:integer minInclusive=0 maxInclusive=100
value TimeType xs:long
value UUIDType xs:string pattern=[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}
type AcceptanceTest <Object type:String256? success:xs:boolean? dateTime:TimeType?
type AccountNotification <Object methodKind:NotificationMethodKind time:TimeType note:String256 customerNotificationKind:String256
type Agreement <Document signDate:TimeType? validityInterval:DateTimeInterval?
type Asset <IdentifiedObject type:String256? utcNumber:String256? serialNumber:String256? lotNumber:String256? purchasePrice:Int48? critical:xs:boolean? electronicAddress:ElectronicAddress? lifecycle:LifecycleDate? acceptanceTest:AcceptanceTest? initialCondition:String256? initialLossOfLife:PerCent? status:Status?
type AssetContainer <Asset
type BatchItemInfo <Object name:HexBinary16? operation:CRUDOperation? statusCode:StatusCode? statusReason:String256?
type BatchListType resources:xs:anyURI*
type DateTimeInterval <Object duration:UInt32? start:TimeType?
type DemandResponseProgram programName:String256? enrollmentStatus:EnrollmentStatus? programDescription:xs:anyURI? programDate:ProgramDate* capacityReservationLevel:SummaryMeasurement? DRProgramNomination:SummaryMeasurement?
type Document <IdentifiedObject type:String256? authorName:String256? createdDateTime:TimeType? lastModifiedDateTime:TimeType? revisionNumber:String256? electronicAddress:ElectronicAddress? subject:String256? title:String256? docStatus:Status? status:Status? comment:String256?
type ElectronicAddress <Object lan:String256? mac:String256? email1:String256? email2:String256? web:String256? radio:String256? userID:String256? password:String256?
type IdentifiedObject <Object batchItemInfo:BatchItemInfo? name:name?
type Location <IdentifiedObject type:String256? mainAddress:StreetAddress? secondaryAddress:StreetAddress? phone1:TelephoneNumber? phone2:TelephoneNumber? electronicAddress:ElectronicAddress? geoInfoReference:String256? direction:String256? status:Status? positionPoints:PositionPoint*
type LifecycleDate <Object manufacturedDate:TimeType? purchaseDate:TimeType? receivedDate:TimeType? installationDate:TimeType? removalDate:TimeType? retiredDate:TimeType?
type MeterMultiplier <Object kind:MeterMultiplierKind? value:xs:float?
type Object extension:xs:anyType*
type Organisation <IdentifiedObject streetAddress:StreetAddress? postalAddress:StreetAddress? phone1:TelephoneNumber? phone2:TelephoneNumber? electronicAddress:ElectronicAddress? organisationName:String256?
type OrganisationRole <IdentifiedObject Organisation:Organisation?
type PositionPoint <Object xPosition:String256? yPosition:String256? zPosition:String256?
value PricingStructure xs:anyURI
type Priority <Object rank:xs:integer type:String256? justification:String256?
type ProgramDate programDate:TimeType? programDateDescription:xs:string?
type ProgramDateIdMapping <Object programDateType:ProgramDateKind code:String64 name:String256 note:String256?
type Status <Object value:String256? dateTime:TimeType? remark:String256? reason:String256?
type StreetAddress <Object streetDetail:StreetDetail? townDetail:TownDetail? status:Status? postalCode:String256? poBox:String256?
type StreetDetail <Object number:String256? name:String256? suffix:String256? prefix:String256? type:String256? code:String256? buildingName:String256? suiteNumber:String256? addressGeneral:String256? addressGeneral2:String256? addressGeneral3:String256? withinTownLimits:xs:boolean?
type SummaryMeasurement <Object powerOfTenMultiplier:UnitMultiplierKind? timeStamp:TimeType? uom:UnitSymbolKind? value:Int48? readingTypeRef:xs:anyURI?
type TelephoneNumber <Object countryCode:String256? areaCode:String256? cityCode:String256? localNumber:String256? ext:String256? dialOut:String256? internationalPrefix:String256? ituPhone:String256?
type TownDetail <Object code:String256? section:String256? name:String256? county:String256? stateOrProvince:String256? country:String256?
value UsagePoint xs:anyURI
type UsagePoints <Object UsagePoint:UsagePoint*
type WorkLocation <Location
value CRUDOperation UInt16
value Currency UInt16
value CustomerKind xs:string
value DstRuleType HexBinary32
value EnrollmentStatus xs:string
value MeterMultiplierKind xs:string
value NotificationMethodKind xs:string
value ProgramDateKind String64
value RevenueKind xs:string
value ServiceKind xs:string one=electricity|gas|water|time|heat|refuse|sewerage|rates|tvLicence|internet|other
value StatusCode UInt16
value SupplierKind xs:string
value UnitMultiplierKind Int16
value UnitSymbolKind UInt16
element AcceptanceTest AcceptanceTest
element AccountNotification AccountNotification
element Agreement Agreement
element Asset Asset
element AssetContainer AssetContainer
element BatchItemInfo BatchItemInfo
element BatchList BatchListType
element Customer Customer
element CustomerAccount CustomerAccount
element CustomerAgreement CustomerAgreement
element DateTimeInterval DateTimeInterval
element DemandResponseProgram DemandResponseProgram
element Document Document
element ElectronicAddress ElectronicAddress
element EndDevice EndDevice
element IdentifiedObject IdentifiedObject
element LifecycleDate LifecycleDate
element LocalTimeParameters TimeConfiguration
element Location Location
element Meter Meter
element MeterMultiplier MeterMultiplier
element Object Object
element Organisation Organisation
element OrganisationRole OrganisationRole
element PositionPoint PositionPoint
element PricingStructure PricingStructure
element Priority Priority
element ProgramDate ProgramDate
element ProgramDateIdMapping ProgramDateIdMapping
element ProgramDateIdMappings ProgramDateIdMappings
element ServiceLocation ServiceLocation
element ServiceSupplier ServiceSupplier
element Status Status
element StreetAddress StreetAddress
element StreetDetail StreetDetail
element SummaryMeasurement SummaryMeasurement
element TelephoneNumber TelephoneNumber
element TimeConfiguration TimeConfiguration
element TownDetail TownDetail
element UsagePoint UsagePoint
element UsagePoints UsagePoints
element WorkLocation WorkLocation
`;
