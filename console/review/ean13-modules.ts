/** Seven modules of each digit on the left side, with an odd number of dark ones; the others follow from them. */
const LEFT_ODD = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
];
/** Which of the six left digits are drawn even, by the first digit: GS1 General Specifications 5.2.1.3. */
const EVEN_PLACES = [
  '000000',
  '001011',
  '001101',
  '001110',
  '010011',
  '011001',
  '011100',
  '010101',
  '010110',
  '011010',
];

/** The 95 modules of an EAN-13 symbol, `1` for dark; undefined for what is no 12 or 13 digits. */
export function buildEan13Modules(gtin: string): string | undefined {
  if (!/^\d{12,13}$/.test(gtin)) return undefined;
  const [first = 0, ...digits] = gtin.padStart(13, '0').split('').map(Number);
  const evenPlaces = EVEN_PLACES[first] ?? '';
  const left = digits.slice(0, 6).map((digit, place) => {
    const odd = LEFT_ODD[digit] ?? '';
    return evenPlaces[place] === '1' ? invert(odd).split('').reverse().join('') : odd;
  });
  const right = digits.slice(6).map((digit) => invert(LEFT_ODD[digit] ?? ''));
  return `101${left.join('')}01010${right.join('')}101`;
}

function invert(modules: string): string {
  return modules.replaceAll(/[01]/g, (module) => (module === '1' ? '0' : '1'));
}
