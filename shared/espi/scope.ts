/** What a scope opens: kinds of data, and which function blocks open them (espi-facts section 6). */
export const SCOPE_KINDS: readonly { word: string; blocks: readonly number[] }[] = [
  { word: 'intervals', blocks: [4, 5, 10, 11, 29] },
  { word: 'demand', blocks: [6] },
  { word: 'net metering', blocks: [7, 8] },
  { word: 'costs', blocks: [12] },
  { word: 'bills', blocks: [15, 16, 27, 28] },
  { word: 'power quality', blocks: [17] },
  { word: 'customer data', blocks: Array.from({ length: 20 }, (_, index) => 51 + index) },
  { word: 'bulk', blocks: [34, 35] },
];
