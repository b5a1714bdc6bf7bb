/**
 * Runs one peer over one file and prints what came of it as a line of JSON: `node peer.mjs NAME FILE`.
 * Each does what it is made for: the parsers of whole documents read the file and parse it, the others pass over a
 * stream. Nothing is kept but a count, so that the figure is the peer's own.
 */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';

const PEERS = {
  async cityssm(file) {
    const { atomToGreenButtonJson } = await import('@cityssm/green-button-parser');
    return await timed(async () => {
      const json = await atomToGreenButtonJson(await readFile(file, 'utf8'));
      return json.entries.length;
    });
  },
  async fast_xml_parser(file) {
    const { XMLParser } = await import('fast-xml-parser');
    const parser = new XMLParser({ ignoreAttributes: false, processEntities: false });
    return await timed(async () => parser.parse(await readFile(file, 'utf8')).feed.entry.length);
  },
  async saxes(file) {
    const { SaxesParser } = await import('saxes');
    return await timed(async () => {
      let tags = 0;
      const parser = new SaxesParser({ xmlns: true });
      parser.on('opentag', () => {
        tags++;
      });
      for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 18 }))
        parser.write(chunk);
      parser.close();
      return tags;
    });
  },
  async scan(file) {
    return await timed(async () => {
      let count = 0;
      for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 })) {
        for (let at = chunk.indexOf(60); at >= 0; at = chunk.indexOf(60, at + 1)) count++;
      }
      return count;
    });
  },
};

async function timed(work) {
  const start = performance.now();
  const count = await work();
  return { ms: performance.now() - start, count };
}

const [name, file] = process.argv.slice(2);
const peer = PEERS[name];
if (!peer || !file) {
  console.error('Usage: node peer.mjs cityssm|fast_xml_parser|saxes|scan FILE');
  process.exit(2);
}
try {
  console.log(JSON.stringify(await peer(file)));
} catch (error) {
  console.log(JSON.stringify({ error: String(error.message ?? error).slice(0, 200) }));
}
