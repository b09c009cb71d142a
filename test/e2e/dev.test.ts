import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { copySources, type CopiedSources } from '../support/servers/copied-sources.ts';
import { findServerPort } from '../support/servers/server-port.ts';
import { createDataRoot, startNode } from '../support/servers/started-program.ts';
import { waitFor } from '../support/wait-for.ts';

let root: Awaited<ReturnType<typeof createDataRoot>>;
let checkout: CopiedSources;
let program: ReturnType<typeof startNode>;
let origin: string;

beforeAll(async () => {
  root = await createDataRoot();
  checkout = copySources();
  const [port, metricsPort, indexerPort] = [
    await findServerPort(),
    await findServerPort(),
    await findServerPort(),
  ];
  origin = `http://127.0.0.1:${port}`;
  const settings = {
    DATA_DIR: path.join(root.path, 'data'),
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    INDEXER_PORT: String(indexerPort),
    DEMO_CATALOGUE: 'false',
  };
  program = startNode(['--import', 'tsx', 'deploy/dev.ts'], settings, checkout.path);
});
afterAll(async () => {
  program.kill('SIGTERM');
  await program.ended;
  checkout.remove();
  await root.remove();
});

const waitForText = async (url: () => string, text: string) =>
  await waitFor(text, async () => {
    const answer = await fetch(url()).catch(() => undefined);
    return answer?.ok && (await answer.text()).includes(text) ? true : undefined;
  });

it('npm run dev shows a change of a page and of the console without being started again', async () => {
  const console = () =>
    /http:\/\/(localhost|127\.0\.0\.1):\d+\/console\//.exec(program.output())?.[0] ?? origin;
  await waitForText(() => `${origin}/docs/`, 'How many calls a caller has');
  await waitForText(console, '<title>Factshelf console</title>');

  checkout.replace('src/pages/docs/guides/guides.json', { from: 'How many calls', to: 'How many requests' });
  await waitForText(() => `${origin}/docs/`, 'How many requests a caller has');

  const guide = path.join(checkout.path, 'docs/limits.md');
  writeFileSync(guide, `${readFileSync(guide, 'utf8')}\nA line more.\n`);
  await waitForText(() => `${origin}/docs/limits`, 'A line more.');

  checkout.replace('console/index.html', { from: 'Factshelf console', to: 'Another console' });
  await waitForText(console, '<title>Another console</title>');
});
