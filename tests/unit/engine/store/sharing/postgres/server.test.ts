import { describe, expect, it } from 'vitest';
import { placeOf, redacted } from '../../../../../../electron/engine/store/sharing/postgres/server.ts';

describe('where a server is', () => {
  it.each([
    ['postgres://ann:secret@db.example:5433/meters?sslmode=require', 'postgres://ann@db.example:5433/meters'],
    ['postgresql://db.example/meters', 'postgres://db.example/meters'],
    ['postgres://ann:secret@%2Frun%2Fpostgresql/meters', 'postgres://ann@%2Frun%2Fpostgresql/meters'],
  ])('%s has no password: %s', (url, place) => {
    expect(placeOf(url)).toBe(place);
  });

  it.each(['mysql://ann:secret@db/x', 'ann:secret@db', ''])('%s is nowhere, and is not repeated', (url) => {
    expect(() => placeOf(url)).toThrow('This is not the address of a PostgreSQL server.');
  });
});

describe('what a server says', () => {
  it('is without the address and without its password, as they are written or meant', () => {
    const url = 'postgres://ann:p%40ss@db.example/meters?password=other';
    const said = redacted(`could not connect to ${url}: p@ss and p%40ss and other are wrong`, url);
    expect(said).toBe('could not connect to ***: *** and *** and *** are wrong');
  });
});
