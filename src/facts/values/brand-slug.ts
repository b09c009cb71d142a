/** Returns the slug of a brand from its folded name. Letters of every script are kept. */
export function buildSlug(brandKey: string): string {
  return brandKey.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
}
