import { expect, it } from 'vitest';
import { onlyWhereKnown, renderFilter } from '../../../src/search/index-reader/meilisearch/render-filter.ts';

it('a filter names the values of each field, and nothing inside a value ends it', () => {
  expect(renderFilter({ brand_id: ['a', 'b'], country_of_origin: [String.raw`Odd"\land`] })).toBe(
    String.raw`brand_id IN ["a","b"] AND country_of_origin IN ["Odd\"\\land"]`,
  );
});

it('a list that is not given lets every document through, an empty one none', () => {
  expect(renderFilter({ brand_id: undefined })).toBeUndefined();
  expect(renderFilter({ brand_id: [], country_of_origin: ['Spain'] })).toBe(
    'brand_id IN [] AND country_of_origin IN ["Spain"]',
  );
});

it('an index has to know an attribute, whatever else is asked', () => {
  expect(onlyWhereKnown('index_1', undefined)).toBe('index_1 NOT EXISTS');
  expect(onlyWhereKnown('index_1', 'id IN ["a"]')).toBe('(id IN ["a"]) OR index_1 EXISTS');
});
