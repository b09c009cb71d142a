/** What a product is assured to be: without an allergen, without traces of it or an ingredient, or right for a diet. */
const PREFIXES = { allergen: 'a', trace: 't', ingredient: 'i', diet: 'd' } as const;

/** Returns the word for it in `products.assured` and in the index: short, as there are many in each document. */
export function nameAssurance(of: keyof typeof PREFIXES, code: string): string {
  return `${PREFIXES[of]}:${code}`;
}
