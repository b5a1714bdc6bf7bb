/** Green Button / ESPI: entities, code lists, units, quality, money, links and series decisions. No I/O. */
export * from './checks.ts';
export * from './code-lists.ts';
export * from './decode.ts';
export * from './entities.ts';
export * from './join.ts';
export * from './links.ts';
export * from './money.ts';
export * from './node.ts';
export * from './quality.ts';
export * from './secrets.ts';
export * from './series.ts';
export * from './units.ts';
