/** SQL of all that is shown of a meter `m` of a server, in lower case: what a search looks through. */
export const WORDS =
  "lower(concat_ws(' ', m.usage_point, m.uid, m.meter_number, m.customer, m.address, m.title, m.tariff, m.service))";
