import type { CheckView } from '#shared/contract/connections.ts';

/** The steps, in their order. What comes after one that failed is not tried. */
export const STEPS = [
  ['name', 'Name'],
  ['port', 'Port'],
  ['encryption', 'Encryption'],
  ['sign-in', 'Sign-in'],
  ['database', 'Database'],
  ['tables', 'Tables'],
  ['rights', 'Rights'],
] as const;
type StepId = (typeof STEPS)[number][0];
export type Step = Omit<CheckView, 'id' | 'title'>;
export type Steps = Partial<Record<StepId, Step>>;
