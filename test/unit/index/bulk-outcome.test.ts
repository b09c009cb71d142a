import { describe, expect, it } from 'vitest';
import { outcomeOfBulk } from '../../../src/search/engines/opensearch/bulk-outcome.ts';

const taken = { index: { _id: 'a', status: 201 } };
const refused = {
  index: {
    _id: 'b',
    status: 400,
    error: { type: 'strict_dynamic_mapping_exception', reason: 'no such field' },
  },
};
const lost = { delete: { _id: 'c', status: 503, error: { type: 'unavailable_shards_exception' } } };

describe('a bulk request', () => {
  it('has succeeded when all of it is taken, deletions of what is not there too', () => {
    const items = [taken, { delete: { _id: 'gone', status: 404 } }];
    expect(outcomeOfBulk({ took: 7, errors: false, items })).toEqual({ state: 'succeeded', ms: 7 });
  });

  it('is refused when a document is, which it names', () => {
    const outcome = outcomeOfBulk({ took: 7, errors: true, items: [taken, refused] });
    expect(outcome).toEqual({
      state: 'refused',
      reason: 'document b: strict_dynamic_mapping_exception: no such field',
    });
  });

  it('is lost when something else kept one out, whatever is refused beside it', () => {
    const outcome = outcomeOfBulk({ took: 7, errors: true, items: [refused, lost, taken] });
    expect(outcome).toEqual({
      state: 'lost',
      reason: 'document c: unavailable_shards_exception: no reason given',
    });
  });
});
