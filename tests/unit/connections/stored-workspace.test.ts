import { describe, expect, it } from 'vitest';
import { storedWorkspace } from '../../../electron/connections/stored-workspace.ts';
import { type Workspace, workspaceSchema } from '../../../electron/connections/workspace.ts';

const workspace = (id: string, name: string): Workspace =>
  workspaceSchema.parse({ id, name, kind: 'live', mode: 'test', color: '#0b7285', zone: 'UTC', createdAt: 0 });

const taken = (asked: string) => storedWorkspace(ALL, '/data', asked, { mayBeEmpty: true });

const ALL = [
  workspace('acme', 'Acme'),
  workspace('acme-2', 'Acme'),
  workspace('north', 'North'),
  workspace('north-2', 'north'),
  workspace('south', 'south'),
];

describe('the workspace that a command means', () => {
  it.each([
    ['acme-2', 'acme-2'],
    ['North', 'north'],
    // The id of one, which is no name of another.
    ['acme', 'acme'],
    ['south', 'south'],
  ])('%s is the one with that id, or that name', (asked, id) => {
    expect(taken(asked)).toMatchObject({ id });
  });

  it.each([
    ['Acme', 'acme (test), acme-2 (test)'],
    ['north', 'north (test), north-2 (test)'],
  ])('%s is no single one, and never the first', (asked, ids) => {
    expect(() => taken(asked)).toThrow(
      expect.objectContaining({ code: 'workspace_ambiguous', message: expect.stringContaining(ids) }),
    );
  });

  it('is none where nothing goes by it, and says what there is', () => {
    expect(() => taken('ACME')).toThrow(
      expect.objectContaining({ code: 'workspace_unknown', action: expect.stringContaining('North') }),
    );
  });
});
