import { expect, it } from 'vitest';
import { rootName } from '../../../electron/common/root-name.ts';

it.each([
  ['<feed xmlns="x">', 'feed'],
  ['\uFEFF<?xml version="1.0"?>\n<!-- <html> -->\n<?pi a?><atom:entry/>', 'entry'],
  ['<!DOCTYPE html><html>', undefined],
  ['{"feed": 1}', undefined],
  ['', undefined],
])('the root element of %j is %j', (xml, name) => {
  expect(rootName(xml)).toBe(name);
});
