import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createKeyText,
  hashKey,
  isKeyText,
  shownPrefix,
} from '../../../src/access/accounts/keys/key-text.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHARACTERS = BASE62.split('');

it('has the form that secret scanners look for', () => {
  for (let i = 0; i < 1_000; i += 1) {
    const text = createKeyText();
    expect(text).toMatch(/^pfk_[0-9A-Za-z]{36}$/);
    expect(isKeyText(text)).toBe(true);
    expect(text.startsWith(shownPrefix(text))).toBe(true);
  }
});

it('is another one each time, with every character as likely as the next', () => {
  const texts = Array.from({ length: 5_000 }, createKeyText);
  expect(new Set(texts).size).toBe(texts.length);
  const counts = new Map<string, number>();
  for (const text of texts) for (const c of text.slice(4, 34)) counts.set(c, (counts.get(c) ?? 0) + 1);
  expect([...counts.keys()].sort().join('')).toBe(BASE62);
  // 150,000 draws from 62: 2,419 each, with a standard deviation of 49. A byte taken modulo 62 would give the first
  // eight characters a quarter more.
  for (const count of counts.values()) expect(Math.abs(count - 2_419)).toBeLessThan(350);
});

it('ends in the CRC-32 of its random part, in base 62', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 30, maxLength: 30, unit: fc.constantFrom(...CHARACTERS) }),
      (random) => {
        expect(isKeyText(`pfk_${random}${toBase62(crc32Bitwise(random))}`)).toBe(true);
      },
    ),
  );
});

it('refuses every key with one mistyped character', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 39 }),
      fc.oneof(fc.constantFrom(...CHARACTERS), fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' })),
      (position, character) => {
        const text = createKeyText();
        fc.pre(text.charAt(position) !== character);
        expect(isKeyText(text.slice(0, position) + character + text.slice(position + 1))).toBe(false);
      },
    ),
    { numRuns: 5_000 },
  );
});

it('refuses two neighbours that changed places, a lost character and one too many', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 38 }), (position) => {
      const text = createKeyText();
      const [a, b] = [text.charAt(position), text.charAt(position + 1)];
      const [before, after] = [text.slice(0, position), text.slice(position + 2)];
      if (a !== b) expect(isKeyText(before + b + a + after)).toBe(false);
      expect(isKeyText(before + b + after)).toBe(false);
      expect(isKeyText(before + a + a + b + after)).toBe(false);
    }),
  );
});

it('refuses any other text', () => {
  fc.assert(fc.property(fc.string(), (text) => !isKeyText(text)));
  const text = createKeyText();
  for (const other of [
    ` ${text}`,
    `${text} `,
    `${text}\n`,
    text.toUpperCase(),
    text.replace('pfk_', 'PFK_'),
  ]) {
    expect(isKeyText(other)).toBe(false);
  }
});

it('is stored as 32 bytes that say nothing of the text', () => {
  const text = createKeyText();
  expect(hashKey(text)).toHaveLength(32);
  expect(hashKey(text)).toEqual(hashKey(text));
  expect(hashKey(createKeyText())).not.toEqual(hashKey(text));
});

function toBase62(value: number): string {
  let text = '';
  for (let rest = value, i = 0; i < 6; i += 1, rest = Math.floor(rest / 62))
    text = BASE62.charAt(rest % 62) + text;
  return text;
}

/** As in RFC 1952, 8, bit by bit. */
function crc32Bitwise(text: string): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1;
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}
