import { describe, expect, it } from 'vitest';
import { buildCopy } from '../../../bench/catalogue/vary-products.ts';
import type { Sample } from '../../../bench/questions/draw-question.ts';
import { makeQuestions } from '../../../bench/questions/search-questions.ts';
import { summariseLatency } from '../../../bench/shared/latency.ts';
import { padGtin } from '../../../src/facts/values/gtin.ts';
import { foldText } from '../../../src/platform/text/fold-text.ts';
import { searchQuerySchema } from '../../../src/search/search-contract.ts';

const sample: Sample = {
  products: [
    {
      name: 'Crème brûlée à la vanille',
      gtin: '4006381333931',
      brand: 'Mirflux',
      categoryPath: 'food/desserts',
      country: 'France',
    },
    {
      name: 'Haselnussschnitte mit Milch und Honig, aus der Region '.repeat(3),
      gtin: '96385074',
      brand: null,
      categoryPath: 'food',
      country: null,
    },
    { name: 'Tè', gtin: null, brand: 'Quorbal & Söhne', categoryPath: null, country: 'Italy' },
  ],
  productCount: 3,
};

describe('the questions of the search bench', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(makeQuestions(sample, 45, 7)).toEqual(makeQuestions(sample, 45, 7));
    expect(makeQuestions(sample, 45, 8)).not.toEqual(makeQuestions(sample, 45, 7));
  });

  it('are as many as asked for in each row, and none is refused by the API', () => {
    for (const { name, questions } of makeQuestions(sample, 270, 7)) {
      expect(questions.length, name).toBeGreaterThanOrEqual(20);
      for (const question of questions) {
        expect(searchQuerySchema.safeParse(question).error, `${name}: ${JSON.stringify(question)}`).toBe(
          undefined,
        );
      }
    }
  });

  it('have filters that fit the product the text is made of', () => {
    const rows = new Map(makeQuestions(sample, 90, 7).map(({ name, questions }) => [name, questions]));
    for (const { country, brand, category } of rows.get('with all three') ?? []) {
      expect(['food', 'desserts']).toContain(category);
      expect('france'.startsWith(country as string)).toBe(true);
      // The brand itself, or with one letter too many, too few or wrong.
      expect(Math.abs((brand as string).length - 'mirflux'.length)).toBeLessThanOrEqual(1);
    }
  });
});

describe('a varied copy', () => {
  const bases = sample.products.map(({ name, gtin }, i) => ({
    name,
    gtin14: gtin && gtin.padStart(14, '0'),
    brand_id: null,
    category_id: `category ${i}`,
    country_of_origin: null,
    quality_score: 0.95,
  }));
  const copies = Array.from({ length: 300 }, (_, n) => buildCopy(bases, 1, n));

  it('is the same for the same number and seed, and has an id of its own', () => {
    expect(Array.from({ length: 300 }, (_, n) => buildCopy(bases, 1, n))).toEqual(copies);
    expect(new Set(copies.map(({ id }) => id)).size).toBe(300);
    expect(buildCopy(bases, 2, 0).id).not.toBe(copies[0]?.id);
  });

  it('holds what the products table takes', () => {
    for (const copy of copies) {
      expect(copy.name).not.toBe('');
      expect(copy.name.length).toBeLessThanOrEqual(300);
      expect(copy.search_name).toBe(foldText(copy.name));
      expect(copy.quality_score).toBeGreaterThanOrEqual(0);
      expect(copy.quality_score).toBeLessThanOrEqual(1);
      if (copy.gtin14) expect(padGtin(copy.gtin14).ok).toBe(true);
    }
  });

  it('has a name of its own nearly always', () => {
    const names = new Set(bases.map(({ name }) => name.trim()));
    expect(copies.filter(({ name }) => !names.has(name)).length).toBeGreaterThan(250);
  });
});

it('takes percentiles by nearest rank', () => {
  const values = Array.from({ length: 200 }, (_, i) => 200 - i);
  expect(summariseLatency(values)).toEqual({ p50: 100, p95: 190, p99: 198 });
  expect(summariseLatency([5])).toEqual({ p50: 5, p95: 5, p99: 5 });
});
