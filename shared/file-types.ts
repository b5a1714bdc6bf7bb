/** Endings of Green Button files, without the dot. Others can be opened too: the reader looks at the content. */
export const FILE_ENDINGS = ['xml', 'greenbutton'] as const;

/** What the dialogs for opening files offer. */
export const openDialog = { title: 'Open Green Button files', extensions: FILE_ENDINGS };
