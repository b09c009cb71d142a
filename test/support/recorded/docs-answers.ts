import { findAccountByEmail } from '../../../src/access/accounts/account-store.ts';
import { createEmailConfirmation } from '../../../src/access/accounts/email-confirmation.ts';
import { countDueCategories } from '../../../src/catalog/category-comparison/count-categories.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMailer } from '../../../src/platform/mail/mailer.ts';
import { EXAMPLE_ROOT } from '../../../src/pages/docs/doc.ts';
import type { RecordedAnswer } from '../../../src/pages/docs/endpoints/recorded-answers.ts';
import { createFolderStorage } from '../../../src/review/pictures/storage/folder-storage.ts';
import { stampAll } from '../changes/change-reader.ts';
import { createDumpRoot, makeDump } from '../changes/dump-reader.ts';
import { startSmtpCatcher } from '../servers/smtp-catcher.ts';
import { createTestAccounts } from '../callers/test-accounts.ts';
import { createAdminCaller } from '../callers/test-admin.ts';
import { createPictureRoot, drawJpeg } from '../pictures/test-pictures.ts';
import { createTestApi } from '../test-api.ts';
import { createDemoDatabase } from '../database/demo-database.ts';
import { signInTestOperator } from '../callers/test-operator.ts';
import { waitFor } from '../wait-for.ts';

type Asked = RecordedAnswer['request'];

const BARCODE = '9521000000018';
const EMAIL = 'ada@example.org';
const PASSWORD = 'seven small islands';

/**
 * Asks every endpoint of the description something of the demonstration catalogue, as a new caller would in this order, and
 * answers what came, by `operationId`. A new endpoint gets its question here.
 */
export async function askForDocs(): Promise<Map<string, RecordedAnswer>> {
  const database = await createDemoDatabase();
  const { db } = database;
  const logger = createLogger('test', 'silent');
  await stampAll(db);
  await countDueCategories(db);
  const pictures = createPictureRoot();
  const dumps = createDumpRoot();
  await makeDump(db, dumps.root);
  const smtp = await startSmtpCatcher();
  const mailer = createMailer({ url: smtp.url, from: 'Factshelf <facts@example.org>' });
  const confirmation = createEmailConfirmation({
    mailer,
    publicUrl: 'https://facts.example.org',
    admitMail: () => Promise.resolve(),
    logger,
  });
  const api = createTestApi(database, {
    accounts: { ...createTestAccounts(db), confirmation },
    dumpDir: dumps.root,
    pictureStorage: createFolderStorage(pictures.root),
    publicUrl: EXAMPLE_ROOT,
    readinessChecks: [{ name: 'database', required: true, run: () => database.pool.query('select 1') }],
  });
  const answers = new Map<string, RecordedAnswer>();
  const ask = async (operationId: string, request: Asked): Promise<Record<string, unknown>> => {
    const { method, path, headers = {}, body, file } = request;
    const sent = api.request()[method.toLowerCase() as 'get'](path).set(headers);
    if (file) void sent.send(await drawJpeg());
    const answer = await (body === undefined ? sent : sent.send(body as object));
    if (answer.status >= 300) throw new Error(`${operationId}: ${answer.status} ${answer.text}`);
    const parsed = JSON.parse(answer.text) as Record<string, unknown>;
    answers.set(operationId, { request, status: answer.status, answer: parsed });
    return parsed;
  };
  const get = (operationId: string, path: string, headers?: Record<string, string>) =>
    ask(operationId, { method: 'GET', path, ...(headers && { headers }) });
  const post = (operationId: string, path: string, body: object, headers?: Record<string, string>) =>
    ask(operationId, { method: 'POST', path, ...(headers && { headers }), body });
  const readCode = async (count: number) => {
    await waitFor(`mail ${count}`, () => smtp.mails.length >= count);
    return /"code": "([\w-]{43})"/.exec(smtp.mails[count - 1]?.text ?? '')?.[1] ?? '';
  };

  try {
    await get('searchProducts', '/api/v1/products/search?q=hazelnut+spred&size=2&facets=brand&facet_size=2');
    await get('suggest', '/api/v1/suggest?q=hazeln&size=3');
    const product = await get(
      'getProductByBarcode',
      `/api/v1/products/barcode/${BARCODE}?fields=name,brand,allergens`,
    );
    await get('lookUpProducts', `/api/v1/products/lookup?codes=${BARCODE},3017620422004&fields=name`);
    await post('lookUpManyProducts', '/api/v1/products/lookup', {
      codes: [BARCODE, '2000000123455'],
      fields: ['name'],
    });
    await get(
      'scanProduct',
      `/api/v1/products/scan?data=${encodeURIComponent(`(01)0${BARCODE}(17)260505`)}&fields=name,brand`,
    );
    const id = String(product['id']);
    const whole = await get('getProduct', `/api/v1/products/${id}`);
    await get('getNutriments', `/api/v1/products/${id}/nutriments`);
    await get('compareWithCategory', `/api/v1/products/${id}/comparison`);
    await get('listMsrp', `/api/v1/products/${id}/msrp`);
    await get('getQuality', `/api/v1/products/${id}/quality`);
    await get('resolveDigitalLink', `/01/0${BARCODE}?linkType=linkset`);

    await get('listBrands', '/api/v1/brands?size=2');
    await get('getCategoryTree', '/api/v1/categories');
    await get('listCodeNames', '/api/v1/names/allergens?lang=de');
    await get('listSources', '/api/v1/sources');
    const [source] = whole['sources'] as { id: string }[];
    await get('getSource', `/api/v1/sources/${source?.id ?? ''}`);
    await get('getStats', '/api/v1/stats');
    await get('listChanges', '/api/v1/changes?limit=1&fields=name,brand');
    await get('getReferenceData', '/api/v1/reference-data');
    await get('listDumps', '/api/v1/dumps');
    await get('getKindFields', '/api/v1/kind-fields?kind=household');

    const own = { email: EMAIL, password: PASSWORD };
    await post('register', '/api/v1/register', own);
    await readCode(1);
    await post('sendConfirmation', '/api/v1/account/confirmation', own);
    await post('confirmEmail', '/api/v1/account/confirm', { code: await readCode(2) });
    await post('getAccount', '/api/v1/account', own);
    const { api_key: key } = await post('regenerateKey', '/api/v1/account/regenerate', own);
    const asHolder = { 'X-API-Key': String(key) };

    const hook = { url: 'https://shop.example.org/hooks/factshelf', events: ['products.changed'] };
    const { id: hookId } = await post('createWebhook', '/api/v1/webhooks', hook, asHolder);
    const hookPath = `/api/v1/webhooks/${String(hookId)}`;
    await get('listWebhooks', '/api/v1/webhooks', asHolder);
    await get('getWebhook', hookPath, asHolder);
    await ask('changeWebhook', {
      method: 'PATCH',
      path: hookPath,
      headers: asHolder,
      body: { events: ['products.changed', 'submission.rejected'] },
    });
    await ask('rotateWebhookSecret', { method: 'POST', path: `${hookPath}/secret`, headers: asHolder });
    const deliveries = await get('listWebhookDeliveries', `${hookPath}/deliveries`, asHolder);
    const [delivery] = deliveries['items'] as { id: string }[];
    await ask('replayWebhookDelivery', {
      method: 'POST',
      path: `${hookPath}/deliveries/${delivery?.id ?? ''}/replay`,
      headers: asHolder,
    });
    await ask('deleteWebhook', { method: 'DELETE', path: hookPath, headers: asHolder });

    const submission = {
      gtin: BARCODE,
      name: 'Hazelnut spread',
      net_content_value: 400,
      net_content_unit: 'g',
    };
    const taken = await post('submitFacts', '/api/public/submissions', submission);
    const place = `/submissions/${String(taken['id'])}`;
    const withToken = { 'X-Answer-Token': String(taken['answer_token']) };
    const images = `/api/public${place}/images`;
    const picture = await ask('sendPicture', {
      method: 'POST',
      path: `${images}?role=front`,
      headers: { ...withToken, 'Content-Type': 'image/jpeg' },
      file: 'front.jpg',
    });
    const sentPicture = `${images}/${String(picture['id'])}`;
    await ask('withdrawPicture', { method: 'DELETE', path: sentPicture, headers: withToken });
    const reviewer = createAdminCaller(api, (await signInTestOperator(db, 'reviewer')).headers);
    await reviewer.post(`${place}/questions`, { text: 'Which size does the package state?' });
    await get('getSubmission', `/api/public${place}`);
    const reply = { token: taken['answer_token'], text: '400 g.' };
    await post('answerQuestion', `/api/public${place}/answer`, reply);
    const items = [
      { gtin: '9529999000019', name: 'Hazelnut cocoa spread' },
      { gtin: '2000000123455', name: 'Weighed at the till' },
    ];
    await post('sendBackflow', '/api/public/backflow', { items }, asHolder);
    await get('listOwnSubmissions', '/api/public/submissions?mine', asHolder);

    const admin = createAdminCaller(api, (await signInTestOperator(db, 'admin')).headers);
    const account = await findAccountByEmail(db, EMAIL);
    const { body } = await admin.post(`/accounts/${account?.id ?? ''}/hand-over`);
    const { code } = body as { code: string };
    await post('setPassword', '/api/v1/account/password', { code, password: 'eleven slow rivers' });

    await get('getOpenApi', '/api/v1/openapi.json');
    await get('describeResolver', '/.well-known/gs1resolver');
    await get('listApis', '/.well-known/api-catalog');
    await get('getHealth', '/healthz');
    await get('getReadiness', '/readyz');
    return answers;
  } finally {
    mailer.close();
    await smtp.close();
    dumps.remove();
    pictures.remove();
    await database.drop();
  }
}
