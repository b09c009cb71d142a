import { createFactshelfClient, dataOf } from 'factshelf';

const client = createFactshelfClient({
  baseUrl: process.env['FACTSHELF_URL'] ?? 'http://127.0.0.1:8080',
  apiKey: process.env['FACTSHELF_API_KEY'],
});
const q = process.argv[2] ?? 'haz';

const { items } = await dataOf(client.GET('/api/v1/suggest', { params: { query: { q, size: 6 } } }));
for (const item of items) {
  // Each type has fields of its own, and there may be further ones one day.
  if (item.type === 'product') console.log(`product: ${item.text}, ${item.gtin}`);
  if (item.type === 'brand') console.log(`brand: ${item.text}, ${item.count} products`);
  if (item.type === 'category') console.log(`category: ${item.text}, ${item.count} products`);
}
