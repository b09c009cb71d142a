/**
 * The page's policy takes only styles that carry this answer's nonce. Mantine is given it; the scroll lock of its
 * dialogs finds it under the name that bundlers use for it.
 */
export function readStyleNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
  return nonce;
}
