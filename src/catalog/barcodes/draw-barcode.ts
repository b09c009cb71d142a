import { computeCheckDigit } from '../../facts/values/gtin.ts';

/** Modules of each digit in the left half of an EAN, 1 for dark (GS1 General Specifications, section 5.2.1). */
const ODD = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ');
const RIGHT = ODD.map((modules) => modules.replaceAll(/./g, (module) => (module === '1' ? '0' : '1')));
const EVEN = RIGHT.map((modules) => Array.from(modules).toReversed().join(''));
/** By the first digit of an EAN-13, which further digits of the left half have even parity. */
const EVEN_PLACES = '000000 001011 001101 001110 010011 011001 011100 010101 010110 011010'.split(' ');
/** The wide ones of the five bars or spaces of each digit in an ITF-14 (section 5.3.2). */
const WIDE = '00110 10001 01001 11000 00101 10100 01100 00011 10010 01010'.split(' ');

const QUIET_ZONE = 11;
const MARGIN = 2;
const HEIGHT = 35;
/** The frame around an ITF-14 keeps scanners from reading half of it. */
const FRAME = 4;

/** Draws the symbol of a GTIN as an SVG, dark on white so that it can be scanned; undefined for other texts. */
export function drawBarcode(gtin: string): string | undefined {
  // With a wrong check digit no scanner would read the symbol.
  if (!/^(\d{8}|\d{12,14})$/.test(gtin) || computeCheckDigit(gtin.slice(0, -1)) !== gtin.at(-1))
    return undefined;
  return gtin.length === 14 ? drawModules(encodeItf(gtin), FRAME) : drawModules(encodeEan(gtin), 0);
}

function encodeEan(digits: string): string {
  const [first, ...others] = digits.length === 12 ? `0${digits}` : digits;
  const places = digits.length === 8 ? '0000' : (EVEN_PLACES[Number(first)] ?? '');
  const shown = digits.length === 8 ? Array.from(digits) : others;
  const half = places.length;
  const left = shown.slice(0, half).map((digit, at) => (places[at] === '1' ? EVEN : ODD)[Number(digit)]);
  const right = shown.slice(half).map((digit) => RIGHT[Number(digit)]);
  return ['101', ...left, '01010', ...right, '101'].join('');
}

/** Of every two digits, the first is in the bars and the second in the spaces between them. */
function encodeItf(digits: string): string {
  const pairs = Array.from({ length: digits.length / 2 }, (_, at) => {
    const [bars = '', spaces = ''] = [WIDE[Number(digits[2 * at])], WIDE[Number(digits[2 * at + 1])]];
    return Array.from(bars, (bar, i) => (bar === '1' ? '111' : '1') + (spaces[i] === '1' ? '000' : '0')).join(
      '',
    );
  });
  return ['1010', ...pairs, '11101'].join('');
}

function drawModules(modules: string, frame: number): string {
  const left = QUIET_ZONE + (frame > 0 ? QUIET_ZONE + frame : 0);
  const [width, height] = [modules.length + 2 * left, HEIGHT + 2 * (MARGIN + frame)];
  const top = MARGIN + frame;
  const bars = Array.from(
    modules.matchAll(/1+/g),
    ({ 0: bar, index }) => `M${left + index} ${top}h${bar.length}v${HEIGHT}h-${bar.length}z`,
  );
  const outer = { width: width - 2 * QUIET_ZONE, height: HEIGHT + 2 * frame };
  const inner = { width: outer.width - 2 * frame, height: HEIGHT };
  const around =
    frame > 0
      ? `M${QUIET_ZONE} ${MARGIN}h${outer.width}v${outer.height}h-${outer.width}z` +
        `M${QUIET_ZONE + frame} ${top}v${inner.height}h${inner.width}v-${inner.height}z`
      : '';
  return (
    `<svg viewBox="0 0 ${width} ${height}" xmlns="http://www.w3.org/2000/svg">` +
    `<rect width="100%" height="100%" fill="#fff"/><path d="${around}${bars.join('')}"/></svg>`
  );
}
