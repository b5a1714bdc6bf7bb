import { describe, expect, it } from 'vitest';
import { isExcepted } from '../../../electron/network/exceptions.ts';

describe('a host among the exceptions', () => {
  it.each([
    ['utility.example', 'utility.example', true],
    ['Utility.Example', 'utility.example', true],
    ['utility.example.', 'utility.example', true],
    ['api.utility.example', 'utility.example', true],
    ['api.utility.example', '.utility.example', true],
    ['api.utility.example', '*.utility.example', true],
    ['notutility.example', 'utility.example', false],
    ['utility.example', 'api.utility.example', false],
    ['utility.example', '*', true],
    ['utility.example', 'a.example;b.example  utility.example', true],
    ['utility.example', '', false],
    ['utility.example', 'utility.example:443', true],
    ['utility.example', 'utility.example:8443', false],
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.3', '10.0.0.0/8', true],
    ['11.1.2.3', '10.0.0.0/8', false],
    ['10.1.2.3', '2.3', false],
    ['10.1.2.3', '10.0.0.0/99', false],
    ['utility.example', '10.0.0.0/8', false],
    ['[fd00::7]', 'fd00::/8', true],
    ['[fd00::7]', 'fd00::7', true],
    ['[fd00::7]', '[fd00::7]:443', true],
    ['[fd00::7]', '[fd00::7]:8443', false],
    ['[2001:db8::1]', '10.0.0.0/8', false],
  ])('%s in %j: %s', (host, list, expected) => {
    expect(isExcepted(host, 443, list)).toBe(expected);
  });
});
