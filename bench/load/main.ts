import { Command, InvalidArgumentError } from 'commander';
import { summariseLatency } from '../shared/latency.ts';
import { runLoad, type LoadResult } from '../shared/run-load.ts';
import { KINDS, makeQuestions, namesOf, readNames } from './load-questions.ts';

interface Options {
  key?: string;
  minutes: number;
  callers: number;
  rate?: number;
  names?: string;
}

const number = (text: string) => {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
};

const command = new Command('load')
  .description(
    'Searches, looks up barcodes and asks for suggestions, and measures the answers of a service of yours.',
  )
  .argument('<url>', 'its address')
  .option('--key <key>', 'the API key; one of the tier `internal` has no limit')
  .option('--minutes <minutes>', 'how long', number, 5)
  .option('--callers <count>', 'how many ask at once', number, 8)
  .option('--rate <calls>', 'at most so many calls a second', number)
  .option('--names <file>', 'names and barcodes to ask for, one a line; else products of the service')
  .action(run);

async function run(url: string, options: Options): Promise<void> {
  const origin = new URL(url).origin;
  const headers: Record<string, string> = options.key === undefined ? {} : { 'X-API-Key': options.key };
  const first = await fetch(`${origin}/api/v1/products/search?size=100`, { headers });
  if (!first.ok) throw new Error(`${origin} answers ${first.status}: ${await first.text()}`);
  const known = namesOf((await first.json()) as Parameters<typeof namesOf>[0]);
  const given = options.names === undefined ? known : await readNames(options.names);
  const result = await runLoad({
    url: origin,
    headers,
    requests: makeQuestions({
      names: given.names.length > 0 ? given.names : known.names,
      barcodes: given.barcodes.length > 0 ? given.barcodes : known.barcodes,
    }),
    seconds: options.minutes * 60,
    callers: options.callers,
    rate: options.rate,
  });
  say(`${origin}, ${options.callers} callers, ${result.seconds.toFixed(0)} s\n`);
  for (const line of describeTimes(result)) say(line);
  const errors = [...result.errors].map(([name, count]) => `${name} x${count}`).join(', ');
  say(`\nErrors: ${errors || 'none'}`);
  say(describeTier(first.headers));
  if (result.refused === 429) say('Stopped at the limit of the minute. --rate asks more slowly.');
  if (result.refused === 403) say('Stopped: the quota is used up.');
}

function describeTimes({ times, seconds }: LoadResult): string[] {
  const row = (cells: string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(8) : cell.padStart(10))).join('');
  const rows = [
    ...KINDS.map((kind) => ({ name: kind, ms: times.get(kind) ?? [] })),
    { name: 'all', ms: [...times.values()].flat() },
  ];
  return [
    row(['', 'answers', 'a second', 'p50 ms', 'p95 ms', 'p99 ms']),
    ...rows.map(({ name, ms }) => {
      const { p50, p95, p99 } = summariseLatency(ms);
      const latencies = [p50, p95, p99].map((value) => (Number.isNaN(value) ? '-' : value.toFixed(1)));
      return row([name, String(ms.length), (ms.length / seconds).toFixed(1), ...latencies]);
    }),
  ];
}

/** Describes limit and quota by the headers of an answer. */
function describeTier(headers: Headers): string {
  const minute = headers.get('x-ratelimit-limit');
  const quota = headers.get('x-quota-limit');
  const [calls, left] = [minute, headers.get('x-quota-remaining')].map((text) =>
    Number(text).toLocaleString('en'),
  );
  return `The tier allows ${minute === null ? 'any number of calls' : `${calls} calls`} a minute${
    quota === null
      ? ', without a quota.'
      : `; ${left} of its quota of ${Number(quota).toLocaleString('en')} were left.`
  }`;
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

try {
  await command.parseAsync();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
