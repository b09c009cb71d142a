/**
 * What a product is assured to be: free of an allergen, of its traces or of an ingredient, or suitable for a diet.
 */
const PREFIXES = { allergen: 'a', trace: 't', ingredient: 'i', diet: 'd' } as const;

/** Returns the term for `products.assured` and the index; short, because each document has many. */
export function nameAssurance(of: keyof typeof PREFIXES, code: string): string {
  return `${PREFIXES[of]}:${code}`;
}
