/**
 * Community choice: one company delivers, another supplies what is delivered, and one bill charges for both. A
 * UsageSummary has no element for that. What distinguishes them is the agreement's ServiceSupplier entries, the bill's
 * `billingChargeSource`, the notes of its lines, and the kinds of its lines (ItemKind, espi-facts section 5).
 */

/** A ServiceSupplier of the customer's agreement. */
export interface KnownSupplier {
  name: string;
  /** SupplierKind: `utility`, `retailer`, `lse` ... */
  kind: string | undefined;
  /** issuerIdentificationNumber. */
  number: string | undefined;
  /** Epoch seconds; supplies from then on. */
  since: number | undefined;
}

export interface ChargedLine {
  note: string;
  /** ItemKind. */
  kind: number | undefined;
  amount: number | undefined;
}

/** The lines that one company charges for; `shared` are taxes, payments and lines that name no company. */
export interface SupplierBlock {
  role: 'delivery' | 'generation' | 'shared';
  name: string | undefined;
  number: string | undefined;
  /** Places of its lines in the bill. */
  lines: number[];
  /** Sum of its lines in the bill's currency; undefined where it has none. */
  amount: number | undefined;
}

interface Charged {
  lines: readonly ChargedLine[];
  /** billingChargeSource.agencyName. */
  agency: string | undefined;
  suppliers: readonly KnownSupplier[];
  /** End of the bill's period, epoch seconds. */
  end: number | undefined;
}

/** ItemKind: generation fee and credit; delivery, usage and administrative fees and their credits. */
const GENERATION: readonly (number | undefined)[] = [1, 6];
const DELIVERY: readonly (number | undefined)[] = [2, 3, 4, 7, 8];

/** The blocks of a bill in which a supplier besides the utility charges; none where there is just one company. */
export function supplierBlocks({ lines, agency, suppliers, end }: Charged): SupplierBlock[] {
  const known = newestOfEach(suppliers.filter(({ since }) => since === undefined || end === undefined || since < end));
  const utility = known.find(({ kind }) => kind === 'utility');
  const generators = known.filter((supplier) => supplier !== utility && supplier.kind !== 'utility');
  if (agency && isGenerator(agency, lines, utility) && !generators.some(({ name }) => same(name, agency))) {
    generators.push({ name: agency, kind: undefined, number: undefined, since: undefined });
  }
  if (generators.length === 0) return [];
  const block = (role: SupplierBlock['role'], company?: KnownSupplier): SupplierBlock => {
    return { role, name: company?.name, number: company?.number, lines: [], amount: undefined };
  };
  const delivery = block('delivery', utility);
  const generation = generators.map((company) => block('generation', company));
  const shared = block('shared');
  for (const [place, line] of lines.entries()) {
    const owner = ownerOf(line, delivery, generation) ?? shared;
    owner.lines.push(place);
    if (line.amount !== undefined) owner.amount = (owner.amount ?? 0) + line.amount;
  }
  return [delivery, ...generation, ...(shared.lines.length > 0 ? [shared] : [])];
}

/** One company may stand there twice: a contract was renewed, or its entry came again under another id. */
function newestOfEach(suppliers: readonly KnownSupplier[]): KnownSupplier[] {
  const keyOf = ({ kind, name }: KnownSupplier) => `${kind === 'utility'} ${name.trim().toLowerCase()}`;
  const byAge = suppliers.toSorted((a, b) => (a.since ?? 0) - (b.since ?? 0));
  const newest = new Map(byAge.map((supplier) => [keyOf(supplier), supplier]));
  return suppliers.filter((supplier) => newest.get(keyOf(supplier)) === supplier);
}

/** The agency that charges is a generator where it is not the utility, and lines name it beside others that do not. */
function isGenerator(agency: string, lines: readonly ChargedLine[], utility: KnownSupplier | undefined): boolean {
  if (utility) return !same(agency, utility.name) && lines.some((line) => names(line, agency));
  return lines.some((line) => names(line, agency)) && lines.some((line) => !names(line, agency));
}

function ownerOf(
  line: ChargedLine,
  delivery: SupplierBlock,
  generation: readonly SupplierBlock[],
): SupplierBlock | undefined {
  const named = [...generation, delivery].find(({ name }) => name !== undefined && names(line, name));
  if (named) return named;
  if (DELIVERY.includes(line.kind)) return delivery;
  // Of several that generate, a line without a name could be of any.
  return GENERATION.includes(line.kind) && generation.length === 1 ? generation[0] : undefined;
}

function names({ note }: ChargedLine, company: string): boolean {
  return note.toLowerCase().includes(company.toLowerCase());
}

function same(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
