import { z } from 'zod';
import { readTable } from '../data/read-data.ts';

const shapeSchema = z.strictObject({
  shape: z.string(),
  /**
   * The position of the words: middle and baseline of the first line, width, and the number of lines after the brand.
   */
  x: z.coerce.number(),
  y: z.coerce.number(),
  width: z.coerce.number(),
  lines: z.coerce.number().default(2),
  on_body: z.literal('yes').optional(),
  /** The y coordinate of the shape's lower edge. */
  foot: z.coerce.number().default(172),
  /**
   * SVG in a square of 200 units. `{body}`, `{dark}`, `{accent}`, `{label}` and `{filling}` are replaced by colours,
   * `{shade}` by a gradient that makes a flat shape look round.
   */
  art: z.string(),
});
type Shape = z.infer<typeof shapeSchema>;

const SHAPES = new Map(
  readTable('drawings.csv').map((row) => {
    const shape = shapeSchema.parse(row);
    return [shape.shape, shape];
  }),
);
/** The available shapes. */
export const SHAPE_NAMES = [...SHAPES.keys()];

interface Drawn {
  /** One of `SHAPE_NAMES`. */
  shape: string;
  brand: string;
  /** The words under the brand. */
  name: string;
}

const FONT = 'system-ui,Segoe UI,Helvetica,Arial,sans-serif';
/** The width of a letter relative to its height. */
const LETTER = 0.64;
const NAME_PX = 9.5;

/** Draws a product as SVG, always the same: brand and name decide the colours. */
export function drawProduct({ shape, brand, name }: Drawn): string {
  const drawn = SHAPES.get(shape);
  if (!drawn) throw new Error(`There is no drawing of the shape ${shape}.`);
  const { art, foot } = drawn;
  const hue = hashOf(brand) % 360;
  const colors: Record<string, string> = {
    body: `hsl(${hue} 52% 44%)`,
    dark: `hsl(${hue} 48% 28%)`,
    accent: `hsl(${hashOf(name) % 360} 68% 56%)`,
    label: `hsl(${hue} 40% 97%)`,
    // The content of a jar is between red and amber.
    filling: `hsl(${8 + (hashOf(name) % 38)} 62% ${34 + (hashOf(brand) % 16)}%)`,
    shade: 'url(#shade)',
  };
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="400" height="400">' +
    '<title>Drawing of the pack, no photograph</title>' +
    `<defs><linearGradient id="shade"><stop stop-color="#000" stop-opacity=".16"/>` +
    '<stop offset=".22" stop-color="#fff" stop-opacity=".26"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/>' +
    '<stop offset="1" stop-color="#000" stop-opacity=".24"/></linearGradient></defs>' +
    `<rect width="200" height="200" fill="hsl(${hue} 42% 93%)"/>` +
    `<ellipse cx="100" cy="${foot + 2}" rx="66" ry="7" fill="hsl(${hue} 30% 72%)" opacity=".55"/>` +
    art.replaceAll(/\{(\w+)\}/g, (_, color: string) => colors[color] ?? '') +
    write(drawn, brand, name, hue) +
    '</svg>'
  );
}

function write({ x, y, width, lines, on_body: isOnBody }: Shape, brand: string, name: string, hue: number) {
  const size = Math.min(15, width / (brand.length * LETTER));
  const color = isOnBody ? '#fff' : `hsl(${hue} 55% 24%)`;
  const text = (words: string, at: number, px: number, weight: number) =>
    `<text x="${x}" y="${at}" font-size="${px.toFixed(1)}" font-weight="${weight}">${escape(words)}</text>`;
  const below = wrap(name, Math.floor(width / (NAME_PX * 0.55))).slice(0, lines);
  return (
    `<g font-family="${FONT}" text-anchor="middle" fill="${color}">` +
    text(brand, y, size, 800) +
    below.map((words, index) => text(words, y + 12 + index * 10.5, NAME_PX, 500)).join('') +
    '</g>'
  );
}

/** Splits a text into lines of at most this many letters; a longer word is cut. */
function wrap(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && longer.length <= letters) lines[lines.length - 1] = longer;
    else lines.push(word.length > letters ? `${word.slice(0, letters - 1)}…` : word);
  }
  return lines;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escape = (text: string) => text.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign] ?? '');

/** FNV-1a: similar texts get very different values. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93) >>> 0;
  return hash;
}
