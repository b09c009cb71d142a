/** Escapes a text for a LIKE pattern. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
}

/** Returns a LIKE pattern that matches texts containing `text`. */
export function containsPattern(text: string): string {
  return `%${escapeLike(text)}%`;
}
