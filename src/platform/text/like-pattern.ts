/** The text for a LIKE pattern, in which its own wildcards are plain characters. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
}

/** A LIKE pattern for "contains". */
export function containsPattern(text: string): string {
  return `%${escapeLike(text)}%`;
}
