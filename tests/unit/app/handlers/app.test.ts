import { describe, expect, it } from 'vitest';
import { appHandlers } from '../../../../electron/app/handlers/app.ts';
import { Start } from '../../../../electron/app/start/start.ts';
import type { Host } from '../../../../electron/host/index.ts';
import { AppError } from '../../../../shared/errors.ts';
import { partsWith } from './parts.ts';

function bench() {
  const [logged, opened]: [string[], string[]] = [[], []];
  const start = new Start({ paths: { data: '/nowhere' } } as Host); // as much of a host as this is about
  const get = (id: string) => {
    if (id !== 'demo') throw new AppError({ code: 'workspace_unknown', message: 'No.' });
  };
  const handlers = appHandlers(
    partsWith({
      start,
      startedAt: 1,
      log: { info: (what) => void logged.push(what) },
      host: { openExternal: async (url) => void opened.push(url) },
      connections: { workspaces: { get: get as never } },
    }),
  );
  return { handlers, start, logged, opened };
}

const screen = (workspace: string) => ({
  workspace,
  usagePoint: 'p',
  chart: { workspace, series: ['s'], width: 500, from: 0, to: 900 },
});

describe('what a window says of itself', () => {
  it('that it is usable counts once', async () => {
    const { handlers, start, logged } = bench();
    await handlers['app.usable']();
    const at = start.usable.at;
    await handlers['app.usable']();
    expect([start.usable.at, logged]).toEqual([at, ['Usable']]);
  });

  it('what it shows is asked at the end; of a workspace that there is, because it names a folder', async () => {
    const { handlers, start } = bench();
    const asked: string[] = [];
    const collect = () =>
      start.collect(async (name) => {
        asked.push(name);
        return { ok: true, value: 1 };
      });
    expect(() => handlers['app.firstScreen'](screen('../elsewhere'))).toThrow(AppError);
    expect(await collect()).toEqual([]);
    handlers['app.firstScreen'](screen('demo'));
    await collect();
    expect(asked).toEqual(['usagePoints.get', 'series.list', 'usage.chart']);
  });

  it('has only addresses of the web opened outside', async () => {
    const { handlers, opened } = bench();
    await handlers['app.openExternal']({ url: 'https://example.test/a' });
    for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'http://example.test/']) {
      expect(() => handlers['app.openExternal']({ url })).toThrow(AppError);
    }
    expect(opened).toEqual(['https://example.test/a']);
  });
});
