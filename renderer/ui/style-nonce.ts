/** The nonce that the host wrote into the page; style elements made at run time must carry it. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

// The scroll lock of dialogs (react-remove-scroll) looks for its nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
