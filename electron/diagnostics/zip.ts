/** A ZIP archive of a few small texts, in memory (PKWARE APPNOTE 6.3, deflate, no ZIP64). */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipMember {
  name: string;
  text: string;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const DEFLATE = 8;

/** @param at time of all members, epoch milliseconds */
export function zip(members: readonly ZipMember[], at: number): Buffer {
  const stamp = dosTime(new Date(at));
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of members) {
    const raw = Buffer.from(text);
    const packed = deflateRawSync(raw);
    const shared = header(stamp, crc32(raw), packed.length, raw.length, Buffer.byteLength(name));
    const nameBytes = Buffer.from(name);
    const local = Buffer.concat([uint32(LOCAL), shared, nameBytes, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([uint32(CENTRAL), uint16(VERSION), shared, place, nameBytes]));
    bodies.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, central, end]);
}

/** The part that both headers of a member have: from "version needed" to "extra field length". */
function header(stamp: { time: number; date: number }, crc: number, packed: number, raw: number, name: number): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(VERSION, 0);
  bytes.writeUInt16LE(FLAGS, 2);
  bytes.writeUInt16LE(DEFLATE, 4);
  bytes.writeUInt16LE(stamp.time, 6);
  bytes.writeUInt16LE(stamp.date, 8);
  bytes.writeUInt32LE(crc, 10);
  bytes.writeUInt32LE(packed, 14);
  bytes.writeUInt32LE(raw, 18);
  bytes.writeUInt16LE(name, 22);
  return bytes;
}

/** Two seconds is as fine as the format gets; local time is left to UTC. */
function dosTime(when: Date): { time: number; date: number } {
  return {
    time: (when.getUTCHours() << 11) | (when.getUTCMinutes() << 5) | (when.getUTCSeconds() >> 1),
    date: ((when.getUTCFullYear() - 1980) << 9) | ((when.getUTCMonth() + 1) << 5) | when.getUTCDate(),
  };
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
