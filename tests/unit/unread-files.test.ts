import { describe, expect, it } from 'vitest';
import { unreadWords } from '../../shared/unread-files.ts';

const unread = (name: string) => ({
  path: `/feeds/${name}`,
  error: { code: 'file_unreadable', message: `There is no file ${name}.`, action: 'Check its name and folder.' },
});

describe('files that could not be read', () => {
  it('are named with their places, reasons and what to do', () => {
    expect(unreadWords([unread('a.xml')])).toEqual({
      message: 'There is no file a.xml.',
      detail: '/feeds/a.xml\n\nCheck its name and folder.',
    });
    expect(unreadWords([unread('a.xml'), unread('b.xml')])).toEqual({
      message: '2 files could not be read.',
      detail:
        '/feeds/a.xml\nThere is no file a.xml.\nCheck its name and folder.\n\n/feeds/b.xml\nThere is no file b.xml.\nCheck its name and folder.',
    });
  });

  it('are counted where they are many', () => {
    const { message, detail } = unreadWords(Array.from({ length: 7 }, (_, at) => unread(`${at}.xml`)));
    expect(message).toBe('7 files could not be read.');
    expect(detail).toContain('/feeds/4.xml');
    expect(detail).not.toContain('/feeds/5.xml');
    expect(detail).toMatch(/\n\nAnd 2 more\.$/);
  });
});
