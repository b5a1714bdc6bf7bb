import { describe, expect, it, vi } from 'vitest';
import { EndpointFinder } from '../../../../electron/connections/oauth/endpoint-finder.ts';
import { type Workspace, workspaceSchema } from '../../../../electron/connections/workspace.ts';
import { abortError } from '../../../../shared/errors.ts';

const never = new AbortController().signal;
const workspaceOf = (more: object = {}): Workspace =>
  workspaceSchema.parse({
    id: 'w',
    name: 'W',
    kind: 'live',
    mode: 'live',
    color: '#123456',
    baseUrl: 'https://u.example',
    zone: 'Europe/Berlin',
    appUid: 'app',
    createdAt: 1,
    ...more,
  });
const GUESS = {
  authorization: 'https://u.example/DataCustodian/oauth/authorize',
  token: 'https://u.example/DataCustodian/oauth/token',
  from: 'guess',
};
const registration = `<ApplicationInformation>
  <authorizationServerTokenEndpoint>https://login.example/token</authorizationServerTokenEndpoint>
</ApplicationInformation>`;

/** A finder whose service answers the registration with a text, or fails. */
function finderOf(answer: () => string) {
  const send = vi.fn(async () => ({ text: answer, headers: {}, status: 200 }));
  // Only `send` is used, and its token source is not.
  return { finder: new EndpointFinder({ send } as never, () => ({}) as never), send };
}
const fails = (error: Error) => () => {
  throw error;
};

describe('where OAuth happens', () => {
  it('is what was entered, without asking anybody', async () => {
    const { finder, send } = finderOf(() => registration);
    const oauth = { authorizationEndpoint: 'https://x.example/a', tokenEndpoint: 'https://x.example/t' };
    expect(await finder.find(workspaceOf({ oauth }), never)).toEqual({
      authorization: 'https://x.example/a',
      token: 'https://x.example/t',
      from: 'settings',
    });
    expect(send).not.toHaveBeenCalled();
  });

  it('is what the registration says, which is asked for once, and again after a change', async () => {
    const { finder, send } = finderOf(() => registration);
    const found = { ...GUESS, token: 'https://login.example/token', from: 'registration' };
    expect(finder.known(workspaceOf())).toEqual(GUESS);
    expect(await finder.find(workspaceOf(), never)).toEqual(found);
    await finder.find(workspaceOf(), never);
    expect(send).toHaveBeenCalledTimes(1);
    expect(finder.known(workspaceOf())).toEqual(found);
    finder.forget('w');
    await finder.find(workspaceOf(), never);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('is not what an earlier address, application or entry led to, whose answer comes after the change', async () => {
    const changes = [
      { baseUrl: 'https://new.example' },
      { appUid: 'another' },
      { oauth: { authorizationEndpoint: 'https://x.example/a' } },
    ];
    for (const change of changes) {
      let arrive: (answer: object) => void = () => undefined;
      const send = () => new Promise((resolve) => (arrive = resolve));
      const finder = new EndpointFinder({ send } as never, () => ({}) as never);
      const found = finder.find(workspaceOf(), never);
      finder.forget('w');
      arrive({ text: () => registration, headers: {}, status: 200 });
      expect(await found).toMatchObject({ token: 'https://login.example/token' });
      expect(finder.known(workspaceOf(change))).toMatchObject({ from: 'guess' });
      expect(finder.known(workspaceOf(change)).token).not.toContain('login.example');
    }
  });

  it('is guessed where the registration cannot be read, and the guess is not kept', async () => {
    const { finder, send } = finderOf(fails(new Error('no token')));
    expect(await finder.find(workspaceOf(), never)).toEqual(GUESS);
    await finder.find(workspaceOf(), never);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('is nowhere when the search is cancelled', async () => {
    const stop = new AbortController();
    stop.abort();
    const { finder } = finderOf(fails(abortError()));
    await expect(finder.find(workspaceOf(), stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
