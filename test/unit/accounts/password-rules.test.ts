import { expect, it } from 'vitest';
import { findPasswordWeakness } from '../../../src/access/accounts/passwords/password-rules.ts';
import { readLines } from '../../../src/data/read-data.ts';

const EMAIL = 'ada@example.org';

it.each([
  ['7 characters', 'abcdefg'],
  ['7 emoji, which are 14 UTF-16 units', '😀😁😂😃😄😅😆'],
  ['129 characters', 'x9'.repeat(64) + 'y'],
  ['the commonest password', 'password'],
  ['the same in capitals', 'PassWord'],
  ['digits in order', '12345678'],
  ['a row of the keyboard', 'qwertyuiop'],
  ['the e-mail', EMAIL],
  ['the e-mail in capitals', EMAIL.toUpperCase()],
  ['the name of the service', 'factshelf'],
  ['the name of the service with little added', 'Factshelf2026!'],
])('refuses %s', (_, password) => {
  expect(findPasswordWeakness(password, EMAIL)).toMatch(/\w/);
});

it.each([
  ['8 characters', 'g7Rk!q2z'],
  ['8 emoji', '😀😁😂😃😄😅😆😇'],
  ['128 characters', 'x9'.repeat(64)],
  ['128 emoji', '😀'.repeat(128)],
  ['words with blanks', 'correct horse battery staple'],
  ['the name of the service within a long one', 'factshelf has my groceries'],
])('takes %s', (_, password) => {
  expect(findPasswordWeakness(password, EMAIL)).toBeUndefined();
});

it('refuses each of more than a thousand common passwords', () => {
  const passwords = readLines('common-passwords.txt');
  expect(passwords.length).toBeGreaterThan(1_000);
  for (const password of passwords) {
    expect(findPasswordWeakness(password, EMAIL), password).toContain('too common');
  }
});
