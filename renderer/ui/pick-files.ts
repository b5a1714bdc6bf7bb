import { FILE_ENDINGS } from '#shared/file-types.ts';

/** The browser's own dialog. Closing it without a choice fires no event, so nothing waits for it. */
export function pickFiles(onChosen: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = [...FILE_ENDINGS.map((ending) => `.${ending}`), 'application/atom+xml', 'text/xml'].join(',');
  input.addEventListener('change', () => onChosen([...(input.files ?? [])]));
  input.click();
}
