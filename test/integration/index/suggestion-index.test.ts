import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { compareSuggestions } from '../../../indexer/suggestions/compare-suggestions.ts';
import { suggestionIdOf, type SuggestionDocument } from '../../../src/search/index/suggestion-index.ts';
import { listUsedBrands, listUsedCategories } from '../../../src/search/index/suggestion-store.ts';
import { clearCatalogue, insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { waitFor } from '../../support/wait-for.ts';

let database: TestDatabase;
let index: TestIndex;

describe.skipIf(!inject('meilisearch'))('the index of brands and categories', () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    const { db } = database;
    await clearCatalogue(db);
    await insertProduct(db, { name: 'Plum', brand: 'Côte d’Orchard', category: 'food/fruit' });
    await insertProduct(db, { name: 'Pear', brand: 'Côte d’Orchard', category: 'food' });
    await insertProduct(db, { name: 'Sorbet', brand: 'Unused', category: 'food/ices', status: 'draft' });
    index = startTestIndex(database);
  });
  afterAll(async () => {
    await index?.close();
    await database?.drop();
  });

  async function listWanted(): Promise<SuggestionDocument[]> {
    const [brand] = await listUsedBrands(database.db);
    const categories = await listUsedCategories(database.db);
    return [
      { id: suggestionIdOf('brand', brand?.id ?? ''), type: 'brand', text: 'cote d orchard', weight: 2 },
      ...categories.map(({ id, name, count }): SuggestionDocument => ({
        id: suggestionIdOf('category', id),
        type: 'category',
        text: name.toLowerCase(),
        weight: count,
      })),
    ];
  }

  it('holds the used ones with folded names, and counts subtrees', async () => {
    const wanted = await listWanted();
    expect(wanted.map(({ text, weight }) => `${text} ${weight}`).sort()).toEqual([
      'cote d orchard 2',
      'food 2',
      'fruit 1',
    ]);
    await waitFor('these in the index', async () => {
      const changes = await compareSuggestions(index.engine.suggestions, wanted).catch(() => undefined);
      return changes?.documents.length === 0 && changes.deletedIds.length === 0;
    });
  });

  it('is compared with what it should hold', async () => {
    const [brand, ...categories] = await listWanted();
    if (!brand) throw new Error('there is a brand');
    const renamed = { ...brand, text: 'another name' };
    const added = { ...brand, id: suggestionIdOf('brand', 'new') };
    const { documents, deletedIds } = await compareSuggestions(index.engine.suggestions, [
      renamed,
      added,
      ...categories.slice(1),
    ]);
    expect(documents).toEqual([renamed, added]);
    expect(deletedIds).toEqual([categories[0]?.id]);
  });
});
