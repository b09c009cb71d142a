import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswordHasher } from '../../src/access/accounts/passwords/password-hash.ts';
import { submissions } from '../../src/platform/db/schema/submissions.ts';
import { createOperator } from '../../src/access/operators/operate-operators.ts';
import { hasFirefox, launchFirefox, type Firefox } from '../support/browser/firefox.ts';
import { startPageServer, type PageServer } from '../support/browser/page-stack.ts';
import { insertProduct } from '../support/catalogue/catalogue.ts';
import { drawSymbol } from '../support/pictures/barcode-pictures.ts';
import { waitFor } from '../support/wait-for.ts';

const GTIN = '9521000000018';
const OPERATOR = { email: 'editor@example.org', role: 'editor', password: 'correct horse battery' } as const;

/** What another browser might do otherwise: forms, suggestions, WebAssembly, the camera, and cookies. */
describe.runIf(hasFirefox() || process.env['CI'])('in Firefox', () => {
  let server: PageServer;
  let firefox: Firefox;
  let folder: string;
  beforeAll(async () => {
    server = await startPageServer();
    await insertProduct(server.database.db, { name: 'Hazelnut spread', gtins: [GTIN] });
    folder = await mkdtemp(path.join(tmpdir(), 'factshelf-symbols-'));
    firefox = await launchFirefox();
  });
  afterAll(async () => {
    await firefox?.close();
    await server.stop();
    await rm(folder, { recursive: true });
  });
  const open = (address: string) => firefox.open(server.origin + address);

  it('a search suggests while it is typed, and finds', async () => {
    await open('/');
    await firefox.type('#top-search', 'hazeln');
    const suggested =
      "[...document.querySelectorAll('#suggestions [role=option]')].map((one) => one.innerText)";
    await waitFor('suggestions', async () =>
      (await firefox.evaluate<string[]>(suggested)).some((text) => text.includes('Hazelnut spread')),
    );
    await firefox.click('form.search button');
    await firefox.arriveAt(`${server.origin}/search?q=hazeln`);
    await firefox.click('.products a');
    await firefox.arriveAt(`${server.origin}/product/${GTIN}`);
    expect(await firefox.evaluate("document.querySelector('h1').innerText")).toBe('Hazelnut spread');
  });

  it('a submission is refused where it is wrong, corrected, and sent', async () => {
    await open('/contribute?gtin=9521000000025');
    await firefox.type('[name=name]', 'Wexmoor biscuits');
    await firefox.type('[name=category]', 'No such category');
    await firefox.click('main form button[type=submit]');
    await firefox.see('There is no category with this name');
    await firefox.evaluate("(document.querySelector('[name=category]').value = '')");
    await firefox.click('main form button[type=submit]');
    await firefox.see('It waits for its review');
    const [submission] = await server.database.db.select().from(submissions);
    expect(submission).toMatchObject({ gtin14: '09521000000025', content: { name: 'Wexmoor biscuits' } });
  });

  it('a barcode is read from a picture', async () => {
    const picture = path.join(folder, 'symbol.png');
    await writeFile(picture, await drawSymbol({ bcid: 'ean13', text: GTIN }));
    await open('/scan');
    await firefox.type('#picture', picture);
    await firefox.arriveAt(`${server.origin}/product/${GTIN}`);
  });

  it('the camera films until it is stopped', async () => {
    await open('/scan');
    await firefox.click('#start');
    await firefox.see('Looking for a barcode');
    const film = "document.querySelector('#film')";
    await waitFor('the film', () => firefox.evaluate<boolean>(`${film}.videoWidth > 0 && !${film}.paused`));
    await firefox.click('#stop');
    expect(await firefox.evaluate(`${film}.hidden`)).toBe(true);
  });

  it('an operator signs in, and stays so when the page is loaded again', async () => {
    const passwords = createPasswordHasher();
    await createOperator({ db: server.database.db, passwords }, OPERATOR, { actor: 'test' });
    await open('/console/products');
    await firefox.type('input[type=email]', OPERATOR.email);
    await firefox.type('input[type=password]', OPERATOR.password);
    await firefox.click('button[type=submit]');
    await firefox.see('Hazelnut spread');
    await open('/console/products');
    await firefox.see('Hazelnut spread');
  });
});
