/**
 * Returns the nonce that the page's policy demands for styles. Mantine receives it; the scroll lock of its dialogs
 * reads it under the name that bundlers use.
 */
export function readStyleNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
  return nonce;
}
