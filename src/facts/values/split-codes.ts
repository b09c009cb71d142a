/** Splits values into known codes and other texts. */
export interface SplitCodes {
  codes: string[];
  others: string[];
}

/**
 * Converts words of a file, such as `sesame-seeds` and `Sesame seeds`, to codes of a closed list; other words are
 * returned as text.
 * @param aliases our codes by the file's words, where they differ
 */
export function splitCodes(
  words: readonly string[],
  options: readonly string[],
  aliases: Readonly<Record<string, string>> = {},
): SplitCodes {
  const codes = new Set<string>();
  const others = new Set<string>();
  for (const word of words) {
    const code = word.trim().toLowerCase().replaceAll(/\s+/g, '-');
    const known = Object.hasOwn(aliases, code) ? aliases[code] : code;
    if (known !== undefined && options.includes(known)) codes.add(known);
    else others.add(word.replaceAll('-', ' ').trim());
  }
  return { codes: [...codes], others: [...others] };
}
