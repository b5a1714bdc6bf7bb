/** Measures that all plots share. */

/** Room around a plot, px. The pointer's geometry (load-profile.tsx) relies on the same numbers. */
export const plotInset = { left: 58, right: 14, top: 22, axis: 26 } as const;
/** Where the title of a value axis begins, px: a long one runs on to the right, above the plot. */
export const axisTitleLeft = 10;
/** The text of an axis. */
export const axisText = { fill: 'var(--ms-ink-2)', fontSize: 11 };
