/** Hands a text to the user as a file, through the browser's own download. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has taken the data by the next turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
