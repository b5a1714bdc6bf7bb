/** A colour scale that grows evenly in lightness (after viridis), readable in both schemes and by colour-blind people. */

export type Rgb = readonly [number, number, number];

const stops: readonly Rgb[] = [
  [34, 38, 84],
  [45, 84, 130],
  [33, 125, 135],
  [52, 163, 120],
  [138, 199, 76],
  [250, 226, 62],
];

/** The colour of a share 0..1; beyond is cut. */
export function heatColor(share: number): Rgb {
  const at = Math.min(1, Math.max(0, share)) * (stops.length - 1);
  const index = Math.min(stops.length - 2, Math.floor(at));
  const from = stops[index] ?? [0, 0, 0];
  const to = stops[index + 1] ?? from;
  const part = at - index;
  return [
    Math.round(from[0] + (to[0] - from[0]) * part),
    Math.round(from[1] + (to[1] - from[1]) * part),
    Math.round(from[2] + (to[2] - from[2]) * part),
  ];
}

/** The scale as a CSS gradient, for a legend. */
export const heatGradient = `linear-gradient(90deg, ${stops.map((stop) => `rgb(${stop.join(' ')})`).join(', ')})`;
