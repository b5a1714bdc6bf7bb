/** Where test submissions go, by what the service names and what the user chose. Pure. */
import type { CallOutput } from '#shared/contract/index.ts';

export interface Where {
  utilities: string[];
  form: string;
  /** Seconds between two submissions. */
  paceS: number;
}

/**
 * Where submissions go now: what the catalogue names, but for what the user changed. Only that is kept, so that nothing of
 * an earlier answer stays when the service or the settings are others.
 */
export function whereNow(
  { utility, form, forms }: Pick<CallOutput<'scenarios.catalogue'>, 'utility' | 'form' | 'forms'>,
  changed: Partial<Where>,
): Where {
  const where = { utilities: [utility].filter(Boolean), form, paceS: 1, ...changed };
  // A form that was typed while none were known, or that is gone, would be sent though the list cannot show it.
  const isShown = forms.length === 0 || forms.some(({ uid }) => uid === where.form);
  return isShown ? where : { ...where, form };
}
