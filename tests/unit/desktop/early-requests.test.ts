import { expect, it } from 'vitest';
import { EarlyRequests } from '../../../electron/desktop/early-requests.ts';
import type { LaunchRequest } from '../../../electron/desktop/launch-request.ts';
import { routes } from '../../../shared/routes.ts';

const nothing: LaunchRequest = { files: [], route: undefined };
const file = (name: string): LaunchRequest => ({ files: [name], route: undefined });
const link = (workspace: string): LaunchRequest => ({ files: [], route: routes.files(workspace) });

it('begins with the files and the address that came before the program was up', () => {
  const requests = new EarlyRequests();
  for (const early of [file('/a.xml'), link('one'), file('/b.xml'), link('two')]) requests.take(early);
  const asked = requests.begin(nothing, () => expect.unreachable('what came early is begun with'));
  expect(asked).toEqual({ files: ['/a.xml', '/b.xml'], route: '/w/one/files' });
});

it('begins with what the command line asks for, first', () => {
  const requests = new EarlyRequests();
  for (const early of [file('/later.xml'), link('later')]) requests.take(early);
  const asked = { files: ['/first.xml'], route: routes.about() };
  expect(requests.begin(asked, () => undefined)).toEqual({ files: ['/first.xml', '/later.xml'], route: '/about' });
});

it('follows at once what comes once the program is up, and keeps nothing of it', () => {
  const requests = new EarlyRequests();
  const followed: LaunchRequest[] = [];
  expect(requests.begin(nothing, (request) => followed.push(request))).toEqual(nothing);
  for (const later of [file('/a.xml'), link('one')]) requests.take(later);
  expect(followed).toEqual([file('/a.xml'), link('one')]);
});
