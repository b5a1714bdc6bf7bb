/** The colour of a series of a result, by its place among them. */
export const colourOf = (index: number) => `var(--ms-series-${(index % 8) + 1})`;
