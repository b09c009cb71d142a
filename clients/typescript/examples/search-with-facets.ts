import { createFactshelfClient, dataOf } from 'factshelf';

const client = createFactshelfClient({
  baseUrl: process.env['FACTSHELF_URL'] ?? 'http://127.0.0.1:8080',
  apiKey: process.env['FACTSHELF_API_KEY'],
});
const q = process.argv[2] ?? 'avelotta hazelnut spred';

const page = await dataOf(
  client.GET('/api/v1/products/search', {
    params: {
      query: { q, in: 'all', facets: 'brand,nutri_score', nutri_score_in: 'c,d,e', page: 1, size: 5 },
    },
  }),
);
console.log(`${page.total} products, page ${page.page}:`);
for (const { gtin, name, brand } of page.items) console.log(`${gtin} ${name}, ${brand}`);
for (const { value, count, selected } of page.facets?.nutri_score?.values ?? []) {
  console.log(`Nutri-Score ${value}: ${count}${selected ? ' (chosen)' : ''}`);
}
for (const { label, count } of page.facets?.brand?.values ?? []) console.log(`${label}: ${count}`);
