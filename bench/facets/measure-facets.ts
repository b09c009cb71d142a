import { runClosedLoop } from '../closed-loop.ts';
import { createHttpClient } from '../http-client.ts';
import { readProcessorSeconds } from '../processor-time.ts';
import type { Parameters } from '../search/questions/draw-question.ts';
import { readPage, searchPath } from '../search/questions/search-answer.ts';

const CALLERS = 4;
const ROUNDS = 4;

/** Processor milliseconds an answer of all processes together, and of the API. */
export interface FacetCost {
  name: string;
  plainMs: number;
  withMs: number;
  plainApiMs: number;
  withApiMs: number;
  failed: number;
}

interface Spent {
  answers: number;
  failed: number;
  seconds: number;
  apiSeconds: number;
}

/** The same questions with and without further parameters, in turn, so that whatever else the machine does hits both. */
export async function measureAddition(
  api: { origin: string; pid: number },
  name: string,
  questions: Parameters[],
  added: Parameters,
  seconds: number,
): Promise<FacetCost> {
  const plain: Spent = { answers: 0, failed: 0, seconds: 0, apiSeconds: 0 };
  const withAdded: Spent = { answers: 0, failed: 0, seconds: 0, apiSeconds: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const start = Math.floor((round * questions.length) / ROUNDS);
    await spend(api, (n) => questions[(start + n) % questions.length] ?? {}, seconds / ROUNDS, plain);
    await spend(
      api,
      (n) => ({ ...questions[(start + n) % questions.length], ...added }),
      seconds / ROUNDS,
      withAdded,
    );
  }
  const msOf = (sum: number, { answers }: Spent) => (sum * 1_000) / answers;
  return {
    name,
    plainMs: msOf(plain.seconds, plain),
    withMs: msOf(withAdded.seconds, withAdded),
    plainApiMs: msOf(plain.apiSeconds, plain),
    withApiMs: msOf(withAdded.apiSeconds, withAdded),
    failed: plain.failed + withAdded.failed,
  };
}

async function spend(
  api: { origin: string; pid: number },
  questionOf: (n: number) => Parameters,
  seconds: number,
  spent: Spent,
): Promise<void> {
  const client = createHttpClient(api.origin, CALLERS);
  const before = await readProcessorSeconds();
  const loop = await runClosedLoop({
    callers: CALLERS,
    seconds,
    ask: async (n) => readPage(await client.get(searchPath(questionOf(n)))) !== undefined,
  });
  client.close();
  spent.answers += loop.answers;
  spent.failed += loop.failed;
  for (const [pid, { seconds: used }] of await readProcessorSeconds()) {
    const more = used - (before.get(pid)?.seconds ?? 0);
    spent.seconds += more;
    if (pid === api.pid) spent.apiSeconds += more;
  }
}
