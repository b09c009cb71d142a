import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createLimitBreaker, type LimitBreaker } from '../../../src/access/limits/limit-breaker.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { waitFor } from '../../support/wait-for.ts';

let breaker: LimitBreaker;
afterEach(() => breaker.close());

function open(probe: () => Promise<void>, probeEveryMs: number) {
  const lines: string[] = [];
  const metrics = createMetrics();
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  breaker = createLimitBreaker({ probe, metrics, logger, probeEveryMs });
  const countFailures = async () =>
    Object.fromEntries(
      (await metrics.limiterFailures.get()).values.map(({ labels, value }) => [labels.reason, value]),
    );
  return { lines, countFailures };
}

const failing = async (): Promise<string> => {
  throw new Error('no answer');
};
const working = async () => 'counted';

test('what works is passed on', async () => {
  open(async () => undefined, 1_000_000);
  expect(await breaker.run(working)).toBe('counted');
});

test('a failure is no error, and after three in a row nothing is tried any more', async () => {
  const { countFailures } = open(async () => undefined, 1_000_000);
  for (let call = 0; call < 3; call += 1) expect(await breaker.run(failing)).toBeUndefined();
  expect(await breaker.run(working)).toBeUndefined();
  expect(await countFailures()).toEqual({ failed: 3, not_tried: 1 });
});

test('a success between two failures restarts the count', async () => {
  open(async () => undefined, 1_000_000);
  for (const work of [failing, failing, working, failing, failing]) await breaker.run(work);
  expect(await breaker.run(working)).toBe('counted');
});

test('while it is open only the probe tries, again and again, and the first that succeeds closes it', async () => {
  let isBack = false;
  let probes = 0;
  open(async () => {
    probes += 1;
    if (!isBack) throw new Error('not yet');
  }, 5);
  for (let call = 0; call < 3; call += 1) await breaker.run(failing);
  await waitFor('some probes', () => probes >= 3);
  expect(await breaker.run(working)).toBeUndefined();
  isBack = true;
  await waitFor('the breaker to close', async () => await breaker.run(working));
});

test('no call waits for a probe that hangs', async () => {
  let isProbing = false;
  open(() => {
    isProbing = true;
    return new Promise<void>(() => undefined);
  }, 5);
  for (let call = 0; call < 3; call += 1) await breaker.run(failing);
  await waitFor('the probe', () => isProbing);
  expect(await breaker.run(working)).toBeUndefined();
});

test('an outage is one line in the log, however many calls it meets', async () => {
  const { lines } = open(failing as () => Promise<never>, 2);
  for (let call = 0; call < 500; call += 1) await breaker.run(failing);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('no answer');
});
