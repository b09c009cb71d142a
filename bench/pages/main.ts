import { Command } from 'commander';
import { runClosedLoop, type LoopResult } from '../closed-loop.ts';
import { describeMachine } from '../describe-machine.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';
import { readProcessorSeconds } from '../processor-time.ts';
import { prepareCatalogue, type StartedPart } from '../search/catalogue/prepare-catalogue.ts';
import { readSample } from '../search/catalogue/read-sample.ts';
import { startBenchApi } from '../search/catalogue/start-bench-api.ts';

interface Given {
  catalogue: string;
  products?: number;
  data: string;
  seconds: number;
  callers: number[];
}

const FACETS = 'category,brand,nutri_score,label,country,allergen';
const BROWSER = { accept: 'text/html', 'accept-language': 'de', 'accept-encoding': 'identity' };

const command = new Command('pages')
  .description(
    'What pages for people cost, without limits: random products, brands, categories and searches.',
  )
  .requiredOption('--catalogue <file>', 'an Open Food Facts export')
  .option('--products <count>', 'add varied copies until there are so many products', Number)
  .option('--data <directory>', 'where catalogues are kept for the next run', '.data/bench')
  .option('--seconds <seconds>', 'for each measurement', Number, 5)
  .option('--callers <counts>', 'at once', (text) => text.split(',').map(Number), [1, 4])
  .action(run);

const say = (line: string) => void process.stderr.write(`${line}\n`);

async function run({ catalogue: file, data: dataRoot, products, seconds, callers }: Given): Promise<void> {
  const parts: StartedPart[] = [];
  try {
    const { servers, facts } = await prepareCatalogue({ file, dataRoot, copies: 0, products, parts, say });
    const { products: sample } = await readSample(servers.databaseUrl, facts.products);
    const api = await startBenchApi(servers, parts);
    const client = createHttpClient(api.origin, Math.max(...callers), BROWSER);
    const draw =
      <T>(from: T[]) =>
      (n: number) =>
        from[(n * 7_919) % from.length] as T;
    const gtins = draw(sample.flatMap(({ gtin }) => gtin ?? []));
    const names = draw(sample.map(({ name }) => name));
    const categories = draw(sample.flatMap(({ categoryPath }) => categoryPath?.split('/').at(-1) ?? []));
    const pages: Record<string, (n: number) => string> = {
      home: () => '/',
      product: (n) => `/product/${gtins(n)}`,
      'search by name': (n) => `/search?${new URLSearchParams({ q: names(n).slice(0, 60) }).toString()}`,
      // What of it is the search, without the page.
      'its answer': (n) =>
        `/api/v1/products/search?${new URLSearchParams({ q: names(n).slice(0, 60), lang: 'de', facets: FACETS, facet_size: '10' }).toString()}`,
      'without facets': (n) =>
        `/api/v1/products/search?${new URLSearchParams({ q: names(n).slice(0, 60), lang: 'de' }).toString()}`,
      'search by a word': (n) =>
        `/search?${new URLSearchParams({ q: names(n).split(' ', 1)[0] ?? '' }).toString()}`,
      'search without a text': (n) => `/search?nutri_score_in=${'abcde'[n % 5]}`,
      category: (n) => `/category/${categories(n)}`,
      brands: (n) => `/brands?page=${1 + (n % 2)}`,
      sitemap: () => '/sitemaps/1.xml',
    };
    // The process reads all products meanwhile; nothing of it is counted.
    for (const path of Object.values(pages)) await measure(client, path, 4, 3);
    const machine = await describeMachine(servers);
    console.log(
      `\n${facts.products.toLocaleString('en')} products; ${machine.cores} cores (${machine.cpu}), Postgres ${machine.postgres}, ` +
        `Node ${machine.node}\n\n| page | callers | answers | failed | p50 ms | p95 ms | p99 ms | processor ms |\n| --- | --: | --: | --: | --: | --: | --: | --: |`,
    );
    for (const [name, path] of Object.entries(pages)) {
      for (const count of callers) {
        const secondsOf = async () => (await readProcessorSeconds()).get(api.pid)?.seconds ?? 0;
        const before = await secondsOf();
        const { ms, answers, failed } = await measure(client, path, count, seconds);
        const used = ((await secondsOf()) - before) * 1_000;
        console.log(
          `| ${[name, count, answers, failed, ...[ms.p50, ms.p95, ms.p99, used / answers].map((one) => one.toFixed(1))].join(' | ')} |`,
        );
      }
    }
    client.close();
  } finally {
    for (const part of parts.toReversed()) await part.stop();
  }
}

/** A name that is a barcode leads to the product. */
const GOOD = [200, 303];

async function measure(
  client: HttpClient,
  path: (n: number) => string,
  callers: number,
  seconds: number,
): Promise<LoopResult> {
  return runClosedLoop({
    callers,
    seconds,
    ask: async (n) => GOOD.includes((await client.get(path(n))).status),
  });
}

command.parseAsync().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
