import { expect, it } from 'vitest';
import {
  allOf,
  filterDocuments,
  type Filter,
  onlyWhereKnown,
  renderFilter,
} from '../../../src/search/engines/meilisearch/filter.ts';

it('a filter names the values of each field, and nothing inside a value ends it', () => {
  const filter = filterDocuments({ brandIds: ['a', 'b'], countries: [String.raw`Odd"\land`] });
  expect(renderFilter(filter)).toBe(
    String.raw`brand_id IN ["a","b"] AND country_of_origin IN ["Odd\"\\land"]`,
  );
});

it('bounds of nutrients and of the time are comparisons', () => {
  const bounds = [
    { key: 'sugars_g', is: '<', amount: 5 },
    { key: 'proteins_g', is: '>=', amount: 0.000001 },
  ] as const;
  expect(renderFilter(filterDocuments({ nutrients: [...bounds], updatedSince: 0 }))).toBe(
    'nutriments.sugars_g < 5 AND nutriments.proteins_g >= 0.000001 AND updated_at >= 0',
  );
});

it('a list that is not given lets every document through, an empty one none', () => {
  expect(renderFilter(filterDocuments({}))).toBeUndefined();
  expect(renderFilter(filterDocuments({ brandIds: [], countries: ['Spain'] }))).toBe(
    'brand_id IN [] AND country_of_origin IN ["Spain"]',
  );
});

it('parts of a combination stand in parentheses', () => {
  const either: Filter = {
    any: [
      { field: 'a', in: ['1'] },
      {
        all: [
          { field: 'b', in: ['2'] },
          { field: 'q', is: '>=', than: 0.5 },
        ],
      },
    ],
  };
  expect(renderFilter(allOf(either, { field: 'c', notIn: ['3'] }))).toBe(
    '(a IN ["1"] OR (b IN ["2"] AND q >= 0.5)) AND c NOT IN ["3"]',
  );
});

it('an index has to know an attribute, whatever else is asked', () => {
  expect(onlyWhereKnown('index_1', undefined)).toBe('index_1 NOT EXISTS');
  expect(onlyWhereKnown('index_1', 'id IN ["a"]')).toBe('(id IN ["a"]) OR index_1 EXISTS');
});
