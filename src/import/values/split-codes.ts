/** Splits values into known codes and other texts. */
interface SplitCodes {
  codes: string[];
  others: string[];
}

/**
 * Words of a file, such as `sesame-seeds` and `Sesame seeds`, as codes of a closed list; the others as they are called.
 * @param aliases codes of ours by the file's words, where those are others
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
