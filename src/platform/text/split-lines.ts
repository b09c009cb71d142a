/** Line ends of all systems and of Unicode, and those of HTML. */
const LINE_END = /\r\n?|[\n\v\f\u0085\u2028\u2029]|<\/?(?:br|p|li|div|tr)(?:\s[^<>]{0,80})?\/?>/i;

/** Returns the lines of a text without the blanks around them. Empty lines are left out. */
export function splitLines(text: string): string[] {
  return text
    .split(LINE_END)
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Returns a text whose lines were cleaned one by one. A line that ends in a comma goes on in the next. */
export function cleanEachLine(text: string, clean: (line: string) => string): string {
  return splitLines(text).map(clean).filter(Boolean).join('\n').replaceAll(',\n', ', ');
}
