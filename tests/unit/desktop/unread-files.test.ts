import { describe, expect, it, vi } from 'vitest';

vi.mock('electron', () => ({}));
const { unreadWords } = await import('../../../electron/desktop/unread-files.ts');

const unread = (name: string) => ({
  path: `/feeds/${name}`,
  error: { code: 'file_unreadable', message: `There is no file ${name}.`, action: 'Check its name and folder.' },
});

describe('files that could not be read', () => {
  it('are named with their places and reasons', () => {
    expect(unreadWords([unread('a.xml')])).toEqual({
      message: 'There is no file a.xml.',
      detail: '/feeds/a.xml\n\nCheck its name and folder.',
    });
    expect(unreadWords([unread('a.xml'), unread('b.xml')])).toEqual({
      message: '2 files could not be read.',
      detail: '/feeds/a.xml\nThere is no file a.xml.\n\n/feeds/b.xml\nThere is no file b.xml.',
    });
  });
});
