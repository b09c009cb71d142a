import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { runClosedLoop } from '../closed-loop.ts';
import { startBenchCopies, type CopiesSetting } from './start-bench-copies.ts';

interface Load {
  headers: Record<string, string>;
  callers: number;
  seconds: number;
}

/** Searches of one copy of the index, of two, of two while one is killed, and while it comes back: a line of each. */
export async function measureCopies(bench: CopiesSetting & Load): Promise<string[]> {
  const { one, two, names, killSecond, startSecond } = await startBenchCopies(bench);
  const paths = names.map((name) => `/api/v1/products/search?q=${encodeURIComponent(name.slice(0, 100))}`);
  const ask = async (what: string, origin: string, meanwhile?: () => Promise<void>) => {
    const done = meanwhile && sleep((bench.seconds * 1_000) / 4).then(meanwhile);
    const line = `${what.padEnd(24)} ${await measure(bench, paths, origin)}`;
    await done;
    return line;
  };
  // Warms up, and is not told.
  for (const { origin } of [one, two]) await ask('', origin);
  const lines: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    lines.push(await ask('one copy', one.origin), await ask('two copies', two.origin));
  }
  lines.push(
    await ask('one of two is killed', two.origin, killSecond),
    await ask('one of two is away', two.origin),
    await ask('it comes back', two.origin, startSecond),
    await ask('two copies again', two.origin),
  );
  return lines;
}

async function measure(
  { headers, callers, seconds }: Load,
  paths: string[],
  origin: string,
): Promise<string> {
  const client = new Pool(origin, { connections: callers, pipelining: 1 });
  const { perSecond, failed, answers, ms } = await runClosedLoop({
    callers,
    seconds,
    ask: async (n) => {
      const path = paths[(n * 7_919) % paths.length] as string;
      const { statusCode, body } = await client.request({ method: 'GET', path, headers });
      await body.dump();
      return statusCode === 200;
    },
  });
  await client.destroy();
  return `${perSecond.toFixed(0)} a second, p50 ${ms.p50.toFixed(1)}, p99 ${ms.p99.toFixed(1)} ms, ${failed} of ${answers} failed`;
}
