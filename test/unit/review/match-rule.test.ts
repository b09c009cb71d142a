import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseRule, matchesRule, type RuleSubject } from '../../../src/review/rules/match-rule.ts';
import { compare } from '../../../src/review/rules/judge-rules.ts';
import {
  draftRuleSchema,
  newRuleSchema,
  type RuleConditions,
} from '../../../src/review/rules/rule-contract.ts';

const SUBJECT: RuleSubject = {
  accountId: '0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38',
  senderRecord: 'good',
  isNew: false,
  content: { name: 'Hazelnut spread', net_content_value: 400, net_content_unit: 'g' },
  addsBarcode: false,
  hasPictures: false,
  before: { name: 'Spread', net_content_value: 380, net_content_unit: 'g' },
};
const matches = (conditions: RuleConditions, change: Partial<RuleSubject> = {}) =>
  matchesRule(conditions, { ...SUBJECT, ...change });

describe('conditions of a rule', () => {
  it('name a sender, its record, and whether there is a product', () => {
    expect(matches({ account_id: '0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38' })).toBe(true);
    expect(matches({ account_id: '0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b39' })).toBe(false);
    expect(matches({ sender_record: 'good' })).toBe(true);
    expect(matches({ sender_record: 'poor' })).toBe(false);
    expect(matches({ standing: 'correction' })).toBe(true);
    expect(matches({ standing: 'new' })).toBe(false);
    expect(matches({ standing: 'correction', sender_record: 'poor' })).toBe(false);
  });

  it('allow these facts alone: parts and languages belong to theirs, remarks to none', () => {
    const only_facts = ['name', 'net_content'];
    expect(matches({ only_facts })).toBe(true);
    expect(matches({ only_facts: ['name'] })).toBe(false);
    expect(matches({ only_facts }, { content: { name: 'A', name_lang: 'de', note: 'Seen' } })).toBe(true);
    expect(matches({ only_facts }, { content: { note: 'Nothing said' } })).toBe(false);
    expect(matches({ only_facts }, { content: { name: 'A', unheard_of: 1 } })).toBe(false);
    expect(matches({ only_facts }, { addsBarcode: true })).toBe(false);
    expect(matches({ only_facts: ['barcode'] }, { content: {}, addsBarcode: true })).toBe(true);
  });

  it('allow none of these words, anywhere, in any case and with any accents', () => {
    const without_words = ['Gratis', 'très bon'];
    const says = (content: Record<string, unknown>) => !matches({ without_words }, { content });
    expect(says({ name: 'GRATIS!' })).toBe(true);
    expect(says({ name: 'Gratisprobe' })).toBe(false);
    expect(says({ ingredients: { fr: 'Un produit TRES-BON, vraiment' } })).toBe(true);
    expect(says({ name: 'très', note: 'bon' })).toBe(false);
    expect(says({ labels: ['organic', 'grátis'] })).toBe(true);
    expect(says({ note: `${'word '.repeat(2_000)} gratis` })).toBe(true);
  });

  it('bound how much a number changes; another unit is no number to compare with', () => {
    const most_change_percent = 10;
    const changes = (content: Record<string, unknown>, before: Record<string, unknown>) =>
      !matches({ most_change_percent }, { content, before });
    expect(matches({ most_change_percent })).toBe(true);
    expect(changes({ net_content_value: 420 }, { net_content_value: 380 })).toBe(true);
    expect(changes({ nutriments: { fat_g: 10, salt_g: 9 } }, { nutriments: { fat_g: 10, salt_g: 1 } })).toBe(
      true,
    );
    expect(changes({ nutriments: { fat_g: 10, salt_g: 9 } }, { nutriments: { fat_g: 10 } })).toBe(true);
    expect(changes({ nutriments: { salt_g: 0.1 } }, { nutriments: { salt_g: 0 } })).toBe(true);
    expect(changes({ nutriments: { salt_g: 0 } }, { nutriments: { salt_g: 0 } })).toBe(false);
    expect(
      changes(
        { net_content_value: 1, net_content_unit: 'kg' },
        { net_content_value: 1, net_content_unit: 'g' },
      ),
    ).toBe(true);
  });

  it.each([
    ['a price', { msrp: { amount: 999_999, currency: 'EUR' } }, {}],
    ['a nutrient that was not there', { nutriments: { salt_g: 90 } }, { nutriments: { fat_g: 1 } }],
    ['nutrients where there were none', { nutriments: { salt_g: 90 } }, { nutriments: null }],
    ['a first content', { net_content_value: 5, net_content_unit: 'kg' }, {}],
    ['a unit where there was none', { net_content_unit: 'kg' }, { net_content_value: 5 }],
    ['a first serving', { serving_size: '900 g' }, { serving_size: null }],
    ['another serving', { serving_size: '900 g' }, { serving_size: '30 g' }],
    ['a serving of more pieces', { serving_size: '2 x 30 g' }, { serving_size: '30 g' }],
    ['an attribute', { attributes: { watts: 900 } }, { attributes: { volts: 12 } }],
    ['an attribute that is a text', { attributes: { size: '90 cm' } }, { attributes: { size: '9 cm' } }],
    ['an attribute that was a text', { attributes: { size: 90 } }, { attributes: { size: '9 cm' } }],
    ['a number in a name', { name: 'Milk 5 l' }, { name: 'Milk 1 l' }],
    ['months', { period_after_opening_months: 99 }, {}],
  ])('do not fulfil a bound of change by what cannot be compared: %s', (_, content, before) => {
    expect(matches({ most_change_percent: 10 }, { content, before })).toBe(false);
  });

  it.each([
    ['a text without a number', { name: 'Whole milk', note: 'Since 2020' }, { name: 'Milk' }],
    ['the same serving', { serving_size: '30 g (2 biscuits)' }, { serving_size: '30 g, 2 biscuits' }],
    ['a serving that is little larger', { serving_size: '31 g' }, { serving_size: '30 g' }],
    ['codes', { additives: ['e322', 'e330'], labels: ['organic'] }, { additives: [] }],
    ['the same attribute', { attributes: { watts: 900, plug: true } }, { attributes: { watts: 900 } }],
  ])('fulfil it by %s', (_, content, before) => {
    expect(matches({ most_change_percent: 10 }, { content, before })).toBe(true);
  });

  it.each([
    ['casino', 'c\u0430sin\u043e', 'Cyrillic letters in a Latin word'],
    ['casino', 'CАSІNО', 'Cyrillic capitals'],
    ['casino', 'ｃａｓｉｎｏ', 'full width'],
    ['casino', 'c4s1n0', 'digits for letters'],
    ['casino', 'ca$ino', 'signs for letters'],
    ['casino', '𝐜𝐚𝐬𝐢𝐧𝐨', 'mathematical letters'],
    ['casino', 'ⓒⓐⓢⓘⓝⓞ', 'enclosed letters'],
    ['casino', 'cas\u200bi\u00adno', 'invisible characters'],
    ['casino', 'c\u034fa\u2060sino', 'joiners'],
    ['casino', 'c a s i n o', 'single letters'],
    ['casino', 'c.a.s.i.n.o', 'letters with points'],
    ['casino', 'ᴄᴀꜱɪɴᴏ', 'small capitals'],
    ['poker', 'ρoκer', 'Greek letters'],
    ['viagra', 'v1agra', 'a digit'],
    ['milk', 'rnilk', 'two letters that look like one'],
    ['КАЗИНО', 'кaзинo', 'Latin letters in a Cyrillic word'],
  ])('find %s in %s: %s', (word, text) => {
    const without_words = [word];
    expect(matches({ without_words }, { content: { name: `Win at the ${text} today` } })).toBe(false);
  });

  it.each([
    ['casino', 'Casein 100 g'],
    ['milk', 'Мука 5 кг'],
    ['sos', 'Соус 505'],
    ['ham', 'Shampoo 4-in-1'],
  ])('do not find %s in %s', (word, text) => {
    expect(matches({ without_words: [word] }, { content: { name: text } })).toBe(true);
  });

  it('want a source or a picture', () => {
    const needs_proof = true;
    expect(matches({ needs_proof })).toBe(false);
    expect(matches({ needs_proof }, { hasPictures: true })).toBe(true);
    expect(matches({ needs_proof }, { content: { source_url: 'https://example.org/spread' } })).toBe(true);
  });

  it('never fit a submission that is too long to be looked at', () => {
    expect(matches({ standing: 'correction' }, { content: null })).toBe(false);
  });

  it('find a word wherever whole words of a text say it', () => {
    const word = fc.stringMatching(/^[a-zà-öø-ÿ]{2,8}$/);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 5 }), word, fc.array(word, { maxLength: 5 }), (a, b, c) => {
        const content = { name: [...a, b.toUpperCase(), ...c].join(', ') };
        expect(matches({ without_words: [b] }, { content })).toBe(false);
        expect(matches({ without_words: [`${b}zzz`] }, { content })).toBe(true);
      }),
    );
  });
});

it('of several rules the most careful suggestion wins, then the first by name', () => {
  const conditions = { standing: 'correction' as const };
  const rule = (name: string, suggestion: 'approve' | 'ask' | 'reject') => ({ name, suggestion, conditions });
  const rules = [rule('b', 'approve'), rule('d', 'reject'), rule('c', 'ask'), rule('a', 'approve')];
  const chosen = (some: typeof rules) => chooseRule(some, SUBJECT)?.name;
  expect(chosen(rules)).toBe('c');
  expect(chosen(rules.filter(({ suggestion }) => suggestion !== 'ask'))).toBe('d');
  expect(chosen(rules.filter(({ suggestion }) => suggestion === 'approve'))).toBe('a');
  expect(chosen([{ ...rule('a', 'ask'), conditions: { standing: 'new' } as never }])).toBeUndefined();
});

it('a suggestion is right when an operator did the same', () => {
  const approved = { status: 'approved' as const, wasAsked: false, wasChanged: false, tookDecisions: false };
  const rejected = { ...approved, status: 'rejected' as const };
  expect(compare('approve', approved)).toBe('right');
  expect(compare('approve', { ...approved, tookDecisions: true })).toBe('undecided');
  expect(compare('approve', { ...approved, tookDecisions: true, wasChanged: true })).toBe('wrong');
  expect(compare('approve', rejected)).toBe('wrong');
  expect(compare('reject', rejected)).toBe('right');
  expect(compare('reject', approved)).toBe('wrong');
  expect(compare('ask', { ...approved, wasAsked: true })).toBe('right');
  expect(compare('ask', rejected)).toBe('wrong');
});

it('a rule has a condition, known facts and words, and a reason if it rejects', () => {
  const draft = (conditions: object) =>
    draftRuleSchema.safeParse({ conditions, suggestion: 'approve' }).success;
  expect(draft({})).toBe(false);
  expect(draft({ without_words: ['!'] })).toBe(false);
  expect(draft({ only_facts: ['unheard_of'] })).toBe(false);
  expect(draft({ only_facts: ['name', 'msrp', 'barcode'] })).toBe(true);
  const rule = { name: 'A rule', conditions: { standing: 'new' }, suggestion: 'reject' };
  expect(newRuleSchema.safeParse(rule).success).toBe(false);
  expect(newRuleSchema.safeParse({ ...rule, reason: 'No product.' }).success).toBe(true);
  expect(newRuleSchema.safeParse({ ...rule, suggestion: 'ask', reason: 'No product.' }).success).toBe(false);
});
