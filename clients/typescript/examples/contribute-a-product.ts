import { createFactshelfClient, dataOf, FactshelfError } from 'factshelf';

const client = createFactshelfClient({
  baseUrl: process.env['FACTSHELF_URL'] ?? 'http://127.0.0.1:8080',
  apiKey: process.env['FACTSHELF_API_KEY'],
});
const gtin = process.argv[2] ?? '9529999000019';
// The second time, give the id that was printed the first time.
const id = process.argv[3] ?? (await submit());

const submission = await dataOf(client.GET('/api/public/submissions/{id}', { params: { path: { id } } }));
console.log(`${id} is ${submission.status}`);
if (submission.question) console.log(`An operator asks: ${submission.question.text}`);
if (submission.status === 'approved') console.log(`It is product ${submission.product_id}`);
if (submission.status === 'rejected') console.log(`Because: ${submission.reason}`);

/** The id of the submission: of the earlier one if the same is waiting for its review. */
async function submit(): Promise<string> {
  try {
    const taken = await dataOf(
      client.POST('/api/public/submissions', {
        body: {
          gtin,
          name: 'Hazelnut cocoa spread',
          brand: 'Dune',
          net_content_value: 400,
          net_content_unit: 'g',
        },
      }),
    );
    // It is told this once. With it a question of an operator is answered.
    console.log(`Answer token: ${taken.answer_token}`);
    return taken.id;
  } catch (error) {
    if (!(error instanceof FactshelfError && error.code === 'duplicate_submission')) throw error;
    return String(error.details['submission_id']);
  }
}
