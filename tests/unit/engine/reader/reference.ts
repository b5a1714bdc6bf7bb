import { SaxesParser } from 'saxes';

/** An independent, plain reader of interval blocks, on an off-the-shelf parser: what the reader is compared with. */

export interface ReferenceReading {
  block: number;
  start: bigint | undefined;
  duration: number | undefined;
  value: bigint | undefined;
  cost: bigint | undefined;
}

const ESPI = 'http://naesb.org/espi';

/** All readings of a well-formed document whose numbers are plain integers. */
export function referenceReadings(document: string): ReferenceReading[] {
  const readings: ReferenceReading[] = [];
  const path: string[] = [];
  let block = -1;
  let text = '';
  let current: ReferenceReading | undefined;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    path.push(tag.uri === ESPI ? tag.local : `{${tag.uri}}${tag.local}`);
    text = '';
    if (path.at(-1) === 'IntervalBlock') block++;
    if (path.at(-1) === 'IntervalReading') {
      current = { block, start: undefined, duration: undefined, value: undefined, cost: undefined };
    }
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('cdata', (piece) => {
    text += piece;
  });
  parser.on('closetag', () => {
    const name = path.pop();
    const parent = path.at(-1);
    if (name === 'IntervalReading' && current) {
      readings.push(current);
      current = undefined;
    } else if (current && parent === 'IntervalReading' && (name === 'value' || name === 'cost')) {
      current[name] = BigInt(text.trim());
    } else if (current && parent === 'timePeriod' && name === 'start') current.start = BigInt(text.trim());
    else if (current && parent === 'timePeriod' && name === 'duration') current.duration = Number(text.trim());
    text = '';
  });
  parser.write(document).close();
  return readings;
}
