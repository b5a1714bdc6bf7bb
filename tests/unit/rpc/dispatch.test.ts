import { describe, expect, it } from 'vitest';
import { createDispatch, type Handlers } from '../../../electron/rpc/dispatch.ts';
import { callNames } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';

/** Handlers that fail unless a test puts its own in. */
function handlersWith(own: Partial<Handlers>): Handlers {
  const rest = Object.fromEntries(
    callNames.map((name) => [
      name,
      () => {
        throw new Error(`${name} was not expected`);
      },
    ]),
  );
  return { ...rest, ...own } as Handlers; // every name is there
}

const unexpected: unknown[] = [];
const dispatchTo = (own: Partial<Handlers>) =>
  createDispatch(handlersWith(own), (_name, error) => unexpected.push(error));

describe('dispatch', () => {
  it.each(['nothing.there', '__proto__', 'constructor', 'toString', ''])(
    'refuses the unknown call %j',
    async (name) => {
      const reply = await dispatchTo({})(name, undefined);
      expect(reply).toMatchObject({ ok: false, error: { code: 'unknown_call' } });
    },
  );

  it('hands over checked input with its defaults', async () => {
    const seen: unknown[] = [];
    const dispatch = dispatchTo({
      'authorizations.list': (input) => {
        seen.push(input);
        return { rows: [], matching: 0, total: 0 };
      },
    });
    const reply = await dispatch('authorizations.list', { workspace: 'demo', extra: 1 });
    expect(reply).toEqual({ ok: true, value: { rows: [], matching: 0, total: 0 } });
    expect(seen).toEqual([{ workspace: 'demo', offset: 0, limit: 500 }]);
  });

  it.each([
    ['no input', undefined],
    ['a wrong type', { workspace: 7 }],
    ['a limit out of range', { workspace: 'demo', limit: 1e9 }],
    ['text', 'demo'],
  ])('refuses bad input: %s', async (_what, input) => {
    const reply = await dispatchTo({})('authorizations.list', input);
    expect(reply).toMatchObject({ ok: false, error: { code: 'bad_input' } });
  });

  it('says of bad input what is wrong where', async () => {
    const address = { host: 'a/b', port: 5432, database: 'meters', user: 'ann', sslMode: 'require' };
    const reply = await dispatchTo({})('teamServer.set', { workspace: 'demo', address });
    expect(reply).toMatchObject({
      ok: false,
      error: {
        message: 'address.host cannot be used: must be a name or an address alone.',
        action: 'Correct it, then try again.',
      },
    });
  });

  it('keeps what nobody foresaw from the page, but not its code from the log', async () => {
    unexpected.length = 0;
    const dispatch = dispatchTo({
      'app.usable': () => {
        throw new TypeError('boom');
      },
    });
    const reply = await dispatch('app.usable', undefined);
    expect(reply).toMatchObject({ ok: false, error: { code: 'unexpected' } });
    expect(unexpected).toHaveLength(1);
  });

  it('passes errors with a code through', async () => {
    const dispatch = dispatchTo({
      'app.usable': () => {
        throw new AppError({ code: 'host_cannot', message: 'No.', action: 'Do this.' });
      },
    });
    expect(await dispatch('app.usable', undefined)).toEqual({
      ok: false,
      error: { code: 'host_cannot', message: 'No.', action: 'Do this.', details: undefined },
    });
  });

  it('lets no answer out that is against the contract', async () => {
    const wrong = { rows: 'none' } as unknown as Awaited<ReturnType<Handlers['authorizations.list']>>; // on purpose
    const reply = await dispatchTo({ 'authorizations.list': () => wrong })('authorizations.list', {
      workspace: 'demo',
    });
    expect(reply).toMatchObject({ ok: false, error: { code: 'unexpected' } });
  });
});
