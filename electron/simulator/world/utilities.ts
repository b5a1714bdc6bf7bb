/** The utilities of the simulated world. Their names are invented; `NS&L` is there because real ids hold `&`, too. */
import type { Utility } from './types.ts';

export interface UtilityFacts extends Utility {
  /** Where its ordinary customers live: decides zone, weather, money and addresses. */
  readonly region: 'boston' | 'chicago' | 'denver' | 'phoenix' | 'losAngeles' | 'adelaide';
  readonly phone: string;
  readonly web: string;
}

export const UTILITIES: readonly UtilityFacts[] = [
  {
    id: 'DEMO',
    name: 'Demonstration Power & Gas',
    isDemo: true,
    ccaScenario: 'DEMO_cca_service',
    region: 'boston',
    phone: '555-0100',
    web: 'https://demonstration-power.example',
  },
  {
    id: 'NS&L',
    name: 'Northshore Light & Power',
    isDemo: false,
    ccaScenario: null,
    region: 'chicago',
    phone: '555-0120',
    web: 'https://northshore-light.example',
  },
  {
    id: 'PACIFIC',
    name: 'Pacific Crest Electric',
    isDemo: true,
    ccaScenario: null,
    region: 'losAngeles',
    phone: '555-0140',
    web: 'https://pacific-crest.example',
  },
  {
    id: 'FRONTRANGE',
    name: 'Front Range Utilities',
    isDemo: true,
    ccaScenario: null,
    region: 'denver',
    phone: '555-0160',
    web: 'https://front-range.example',
  },
  {
    id: 'SALTRIVER',
    name: 'Saguaro Valley Power',
    isDemo: true,
    ccaScenario: null,
    region: 'phoenix',
    phone: '555-0170',
    web: 'https://saguaro-valley.example',
  },
  {
    id: 'SGE',
    name: 'Spencer Gulf Energy',
    isDemo: true,
    ccaScenario: null,
    region: 'adelaide',
    phone: '5550 0180',
    web: 'https://spencer-gulf.example',
  },
];

const byId = new Map(UTILITIES.map((utility) => [utility.id, utility]));

/** A utility by its UtilityID (case matters), or null. */
export function utilityOf(id: string): UtilityFacts | null {
  return byId.get(id) ?? null;
}
