/** Small documents for tests, written out as custodians write them. */

export const ESPI = 'xmlns="http://naesb.org/espi"';

export function feed(...entries: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n${entries.join('\n')}\n</feed>\n`;
}

export function entry(content: string, links = ''): string {
  return `<entry><id>urn:uuid:1</id>${links}<content>${content}</content></entry>`;
}

export function block(readings: string, start = 1_700_000_000): string {
  return `<IntervalBlock ${ESPI}><interval><duration>86400</duration><start>${start}</start></interval>${readings}</IntervalBlock>`;
}

export function reading(value: number | string, start: number | string = 1_700_000_000): string {
  return `<IntervalReading><timePeriod><duration>900</duration><start>${start}</start></timePeriod><value>${value}</value></IntervalReading>`;
}

export const USAGE_POINT = `<UsagePoint ${ESPI}><ServiceCategory><kind>0</kind></ServiceCategory></UsagePoint>`;
