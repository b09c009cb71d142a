import { createFactshelfClient, dataOf } from 'factshelf';

const client = createFactshelfClient({
  baseUrl: process.env['FACTSHELF_URL'] ?? 'http://127.0.0.1:8080',
  apiKey: process.env['FACTSHELF_API_KEY'],
});
const codes = process.argv.length > 2 ? process.argv.slice(2) : ['9521000000018', '3017620422003', '123'];

const { items } = await dataOf(
  client.GET('/api/v1/products/lookup', {
    params: { query: { codes: codes.join(','), fields: 'name,brand' } },
  }),
);
for (const { code, result, reason, product } of items) {
  if (product) console.log(`${code}: ${product.name}, ${product.brand}`);
  else console.log(`${code}: ${result}${reason ? ` (${reason})` : ''}`);
}
