const CODE_DIGITS = 14;
/** A barcode is read as two halves of 7 digits, each as one digit and two groups of three. */
const HALF = 1e7;
const FIRST_OF_HALF = 1e6;
const GROUP = 1e3;

/**
 * Tells whether the digits are in a barcode of 14 digits, given as a number, which may begin with zeros. How many of them
 * have just been read is a state; what each digit, and each group of three, makes of a state is computed once (Knuth, Morris
 * and Pratt): a whole catalogue of barcodes is read, and to divide each of them at each digit takes three times as long.
 */
export function findDigits(digits: string): (code: number) => boolean {
  // Whoever sends hundreds of digits makes no table of them.
  if (digits.length > CODE_DIGITS) return () => false;
  const all = digits.length;
  const afterDigit = new Uint8Array((all + 1) * 10);
  const afterGroup = new Uint8Array((all + 1) * GROUP);
  for (let read = 0; read <= all; read++)
    for (let digit = 0; digit < 10; digit++)
      afterDigit[read * 10 + digit] = read === all ? all : lengthOfEnd(digits, digits.slice(0, read) + digit);
  const next = (read: number, digit: number) => afterDigit[read * 10 + digit] as number;
  for (let read = 0; read <= all; read++)
    for (let group = 0; group < GROUP; group++) {
      const [first, second, third] = [Math.floor(group / 100), Math.floor(group / 10) % 10, group % 10];
      afterGroup[read * GROUP + group] = next(next(next(read, first), second), third);
    }
  const readHalf = (read: number, half: number): number => {
    const first = (half / FIRST_OF_HALF) | 0;
    const rest = half - first * FIRST_OF_HALF;
    const group = (rest / GROUP) | 0;
    const after = afterGroup[(afterDigit[read * 10 + first] as number) * GROUP + group] as number;
    return afterGroup[after * GROUP + rest - group * GROUP] as number;
  };
  return (code) => {
    const high = Math.floor(code / HALF);
    return readHalf(readHalf(0, high), code - high * HALF) === all;
  };
}

/** How many of the first digits the text ends with. */
function lengthOfEnd(digits: string, text: string): number {
  let length = Math.min(digits.length, text.length);
  while (!text.endsWith(digits.slice(0, length))) length--;
  return length;
}
