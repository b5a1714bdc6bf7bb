import { describe, expect, it, vi } from 'vitest';

vi.mock('electron', () => ({}));
const { contextItems } = await import('../../../electron/desktop/context-menu.ts');

const OWN = 'app://meterscope/#';
const flags = { canCut: true, canCopy: false, canPaste: true, canSelectAll: true };
function menu(below: Partial<Parameters<typeof contextItems>[0]>) {
  const done: string[] = [];
  const actions = {
    copy: (text: string) => done.push(`copy ${text}`),
    openAnother: (route: string) => done.push(route),
  };
  const all = { linkURL: '', selectionText: '', isEditable: false, editFlags: flags, ...below } as never; // as much as is read
  const items = contextItems(all, OWN, actions);
  const words = items.map(
    ({ label, role, type, enabled }) => `${label ?? role ?? type}${enabled === false ? ' (off)' : ''}`,
  );
  for (const { click } of items) click?.(undefined as never, undefined, undefined as never);
  return { words, done };
}

describe('the right mouse button', () => {
  it('offers nothing where there is nothing', () => expect(menu({ selectionText: ' ' }).words).toEqual([]));

  it('copies what is chosen, and edits a field', () => {
    expect(menu({ selectionText: 'kWh' }).words).toEqual(['copy']);
    expect(menu({ isEditable: true }).words).toEqual(['cut', 'copy (off)', 'paste', 'selectAll']);
  });

  it('opens a view in another window, and copies a link that opens it from outside', () => {
    const { words, done } = menu({ linkURL: `${OWN}/w/demo/meters?from=1`, selectionText: 'Meters' });
    expect(words).toEqual(['copy', 'separator', 'Open in new window', 'Copy link']);
    expect(done).toEqual(['/w/demo/meters?from=1', 'copy meterscope://w/demo/meters?from=1']);
  });

  it('copies no link that would not be opened again', () => {
    expect(menu({ linkURL: `${OWN}/w/demo/sum?meters=${'a'.repeat(9_000)}` }).words).toEqual(['Open in new window']);
  });

  it('copies a link to elsewhere as it is', () => {
    const { words, done } = menu({ linkURL: 'https://service.example/' });
    expect([words, done]).toEqual([['Copy link'], ['copy https://service.example/']]);
  });
});
