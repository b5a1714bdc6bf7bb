import { expect, it } from 'vitest';
import { fileName } from '../../../../../../renderer/features/usage/bills/file-name.ts';

it.each([
  ['https://service.example/files/March%202026.pdf?token=1#page', 'March 2026.pdf'],
  ['https://service.example/files/', 'files'],
  ['bill%.pdf', 'bill%.pdf'],
  ['', ''],
])('the file at "%s" is called "%s"', (href, name) => expect(fileName(href)).toBe(name));
