import { createFactshelfClient, dataOf, FactshelfError } from 'factshelf';

const client = createFactshelfClient({
  baseUrl: process.env['FACTSHELF_URL'] ?? 'http://127.0.0.1:8080',
  apiKey: process.env['FACTSHELF_API_KEY'],
});
const gtin = process.argv[2] ?? '9521000000018';

try {
  const product = await dataOf(client.GET('/api/v1/products/barcode/{gtin}', { params: { path: { gtin } } }));
  console.log(`${product.name}, ${product.brand}`);
  const kcal = product.nutriments?.['energy_kcal'];
  if (kcal !== undefined) console.log(`${kcal} kcal per ${product.nutrition_basis}`);
  for (const { name, license, fields } of product.sources ?? []) {
    console.log(`${name} (${license}) says: ${fields.join(', ')}`);
  }
} catch (error) {
  if (!(error instanceof FactshelfError && error.code === 'not_found')) throw error;
  // `details.reason` says what is wrong with a code that cannot be one.
  console.log(`${gtin} is not known: ${error.message} (request ${error.requestId})`, error.details);
}
