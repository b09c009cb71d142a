import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normaliseEmail } from '../../../src/access/accounts/email-address.ts';

it.each([
  ['ada@example.org', 'ada@example.org'],
  ['  Ada.Lovelace@Example.ORG ', 'ada.lovelace@example.org'],
  ['a+tag@b.co', 'a+tag@b.co'],
  ["o'hara@sub.example.museum", "o'hara@sub.example.museum"],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
  ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
  ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
  ['ada@почта.рф', 'ada@xn--80a1acny.xn--p1ai'],
  [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
])('knows %j as %j', (text, email) => {
  expect(normaliseEmail(text)).toBe(email);
});

it.each([
  ['nothing', ''],
  ['no @', 'a'],
  ['no domain', 'a@'],
  ['no dot', 'a@b'],
  ['an empty label', 'a@b..org'],
  ['a dot at the end', 'a@b.org.'],
  ['two @', 'a@b@c.org'],
  ['an IP address', 'a@127.0.0.1'],
  ['an IP literal', 'a@[127.0.0.1]'],
  ['a blank', 'a b@example.org'],
  ['a line break', 'a@example.org\r\nBcc: x@example.org'],
  ['a line break at the end', 'a@example.org\r\n'],
  ['NUL', 'a@exam\0ple.org'],
  ['a percent escape', 'a@ex%61mple.org'],
  ['a soft hyphen', 'a@exam\u00adple.org'],
  ['a full-width domain', 'a@ｅxample.org'],
  ['Latin and Cyrillic in one label', 'a@ex\u0430mple.org'],
  ['the same in its ASCII form', 'a@xn--exmple-4nf.org'],
  ['a Cyrillic letter before the @', '\u0430da@example.org'],
  ['a Kelvin sign before the @', '\u212aelvin@example.org'],
  ['a lone surrogate', 'a\ud800@example.org'],
  ['a broken ASCII form', 'a@xn--a.org'],
  ['65 characters before the @', `${'a'.repeat(65)}@example.org`],
  ['255 characters', `${'a'.repeat(60)}@${`${'b'.repeat(62)}.`.repeat(3)}orgor`],
  ['100,000 characters', 'a@a.'.repeat(25_000)],
])('refuses %s', (_, text) => {
  expect(normaliseEmail(text)).toBeUndefined();
});

it('gives one form, which stays as it is and fits the database', () => {
  fc.assert(
    fc.property(fc.emailAddress(), fc.nat({ max: 3 }), (text, blanks) => {
      const email = normaliseEmail(text);
      fc.pre(email !== undefined);
      expect(normaliseEmail(' '.repeat(blanks) + text.toUpperCase() + ' '.repeat(blanks))).toBe(email);
      expect(normaliseEmail(email)).toBe(email);
      expect(email).toBe(email.trim().toLowerCase());
      expect(email.length).toBeLessThanOrEqual(254);
    }),
  );
});

it('never throws, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (local, domain) => {
      normaliseEmail(`${local}@${domain}`);
    }),
  );
});
