/** What lists show of the retail-customer entities: a name, an address, a serial number. */
import type { EntityModel } from '#shared/espi/entities.ts';

export interface CustomerText {
  name: string | undefined;
  address: string | undefined;
  serial: string | undefined;
}

type Address = NonNullable<EntityModel['ServiceLocation']['mainAddress']>;

/** `data` is the model of `kind`, as the reader decoded it. */
export function describeCustomerEntity(kind: string, data: Record<string, unknown>): CustomerText {
  const text: CustomerText = { name: undefined, address: undefined, serial: undefined };
  switch (kind) {
    case 'Customer': {
      const customer = data as EntityModel['Customer'];
      text.name = customer.customerName ?? customer.organisation?.organisationName ?? customer.name;
      text.address = addressLine(customer.organisation?.streetAddress ?? customer.organisation?.postalAddress);
      break;
    }
    case 'CustomerAccount': {
      const account = data as EntityModel['CustomerAccount'];
      text.name = account.accountId ?? account.name;
      break;
    }
    case 'CustomerAgreement': {
      const agreement = data as EntityModel['CustomerAgreement'];
      text.name = agreement.agreementId ?? agreement.name;
      break;
    }
    case 'ServiceSupplier': {
      const supplier = data as EntityModel['ServiceSupplier'];
      text.name = supplier.organisation?.organisationName ?? supplier.name;
      break;
    }
    case 'ServiceLocation': {
      const location = data as EntityModel['ServiceLocation'];
      text.name = location.name;
      text.address = addressLine(location.mainAddress ?? location.secondaryAddress);
      break;
    }
    case 'Meter':
    case 'EndDevice': {
      const device = data as EntityModel['Meter'];
      text.name = device.name;
      text.serial = device.serialNumber;
      break;
    }
  }
  return text;
}

/** A postal address in one line; undefined when nothing of it is given. */
function addressLine(address: Address | undefined): string | undefined {
  if (address === undefined) return undefined;
  const { streetDetail: street, townDetail: town } = address;
  const house = [street?.number, street?.prefix, street?.name, street?.suffix, street?.type].filter(Boolean).join(' ');
  // Some send the street in its parts and again as a general line.
  const general = [street?.addressGeneral, street?.addressGeneral2, street?.addressGeneral3]
    .filter((part) => part && plain(part) !== plain(house))
    .join(', ');
  const place = [town?.name, town?.stateOrProvince, address.postalCode].filter(Boolean).join(' ');
  const line = [house || undefined, general || undefined, street?.suiteNumber, place || undefined].filter(Boolean);
  return line.length === 0 ? undefined : line.join(', ');
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s,.]+/g, ' ')
    .trim();
}
