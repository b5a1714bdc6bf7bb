/** Custodians also put paths and addresses of files where a tariff's name belongs; these name nothing. For RE2, too; whatever the case. */
export const TARIFF_PLACE = String.raw`^(\.{0,2}/|[a-z]+://)|\.(xml|json|html?)$`;

const place = new RegExp(TARIFF_PLACE, 'i');

/** A tariff as its name. */
export function tariffName(tariff: string | undefined): string | undefined {
  return tariff === undefined || place.test(tariff.trim()) ? undefined : tariff;
}
