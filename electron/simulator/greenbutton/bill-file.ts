/** The bill as a PDF of one page: the raw file that a UsageSummary links to under /Non-ESPI. */
import { billOf, issuedAt } from '../world/bills.ts';
import { profileOf } from '../world/profiles.ts';
import { regionOfZone } from '../world/regions.ts';
import type { BillPeriod, Meter } from '../world/types.ts';
import { localDay, zoneOf } from '../world/zones.ts';

export function billPdf(seed: number, meter: Meter, period: BillPeriod): Uint8Array {
  return pdfOf(billLines(seed, meter, period));
}

function billLines(seed: number, meter: Meter, period: BillPeriod): string[] {
  const { model, authorization } = meter;
  const bill = billOf(seed, model, period);
  const zone = zoneOf(model.zone);
  const sign = regionOfZone(model.zone).currencySign;
  const profile = profileOf(model.profile);
  const date = (at: number) => new Date(localDay(zone, at) * 86_400_000).toISOString().slice(0, 10);
  const money = (amount: number) => `${amount < 0 ? '-' : ''}${sign}${(Math.abs(amount) / 100_000).toFixed(2)}`;
  return [
    authorization.login.utility.name,
    `Bill of ${date(issuedAt(period))}`,
    '',
    authorization.login.customerName,
    `Account ${authorization.login.accountNumber}, service ${model.serviceIdentifier}, meter ${model.meterNumber}`,
    `${model.address.number} ${model.address.street}, ${model.address.town}, ${model.address.state} ${model.address.postalCode}`,
    '',
    `Period ${date(period.from)} to ${date(period.to)}, tariff ${model.tariff}`,
    `Consumption ${(bill.consumed / profile.rawPerUnit).toFixed(2)} ${profile.unitName}`,
    '',
    ...bill.items.map((item) => `${item.note.padEnd(72)} ${money(item.amount).padStart(14)}`),
    '',
    `${'Total'.padEnd(72)} ${money(bill.total).padStart(14)}`,
    '',
    'This bill is simulated. The utility, the customer and the amounts are invented.',
  ];
}

/** A PDF 1.4 document with one page of Courier text (ASCII; anything else becomes a question mark). */
function pdfOf(lines: readonly string[]): Uint8Array {
  const escaped = lines.map((line) => line.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&'));
  const content = `BT /F1 9 Tf 14 TL 48 780 Td\n${escaped.map((line) => `(${line}) Tj T*`).join('\n')}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return new TextEncoder().encode(text + end + trailer);
}
