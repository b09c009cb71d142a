import type { Metrics } from '../../../metrics.ts';
import { createProbedBreaker } from '../../../probed-breaker.ts';
import { CHECK_MS, COPY_PATIENCE_MS } from '../../search-limits.ts';
import type { DocumentQuestion, IndexClient } from '../index-reader.ts';
import { createCopyMetrics } from './copy-metrics.ts';
import type { FollowedCopies } from './follow-copies.ts';
import { orderCopies } from './order-copies.ts';

export interface IndexCopy {
  name: string;
  client: IndexClient;
}

interface CopiesClientOptions {
  copies: [IndexCopy, ...IndexCopy[]];
  followed: FollowedCopies;
  metrics: Pick<Metrics, 'registry' | 'breakerOpen'>;
}

/** Says nothing about the copy. */
const CALLER_LEFT = new Error('the caller has left');

const NOTHING: DocumentQuestion = { where: {}, isSorted: false, offset: 0, limit: 0 };

/**
 * Several copies of the index as one: the questions of a search go to one copy, and to the next one when that fails, takes
 * longer than `COPY_PATIENCE_MS`, is of another version, or has nothing, as one that was wiped a moment ago. A copy that
 * failed is asked nothing more until it answers again; it is tried each second. Where no copy is in service nothing is found,
 * as in an index that is not there.
 */
export function createCopiesClient(options: CopiesClientOptions): IndexClient {
  const { followed, metrics } = options;
  const copies = options.copies.map(({ name, client }) => {
    const breaker = createProbedBreaker({
      name: `index_copy ${name}`,
      failures: 1,
      probe: () => client.find(NOTHING, AbortSignal.timeout(CHECK_MS)),
      isFailure: (error) => error !== CALLER_LEFT,
      metrics,
    });
    return { name, client, breaker };
  });
  type Copy = (typeof copies)[number];

  const listServing = (): Copy[] => copies.filter(({ name }) => followed.inService().has(name));
  const isAnswering = ({ breaker }: Copy): boolean => !breaker.isOpen();
  /** Those that are asked: in service, and not failing, unless all fail. */
  const listAsked = (): Copy[] => {
    const serving = listServing();
    const answering = serving.filter(isAnswering);
    return answering.length > 0 ? answering : serving;
  };
  const copyMetrics = createCopyMetrics(metrics.registry, () => {
    const used = listServing().filter(isAnswering);
    return new Map(copies.map((copy) => [copy.name, used.includes(copy)]));
  });
  for (const { name } of copies)
    for (const outcome of ['answered', 'failed']) copyMetrics.questions.inc({ copy: name, outcome }, 0);

  const find = async (copy: Copy, question: DocumentQuestion, signal: AbortSignal, isLast: boolean) => {
    const given = new AbortController();
    const giveUp = () => given.abort(signal.reason);
    signal.addEventListener('abort', giveUp);
    const timer = isLast
      ? undefined
      : setTimeout(() => given.abort(new Error(`${copy.name} does not answer`)), COPY_PATIENCE_MS);
    const ask = async () => {
      try {
        return await copy.client.find(question, given.signal);
      } catch (error) {
        throw signal.aborted ? CALLER_LEFT : error;
      }
    };
    try {
      const answer = await (copy.breaker.isOpen() ? ask() : copy.breaker.execute(ask));
      copyMetrics.questions.inc({ copy: copy.name, outcome: 'answered' });
      return answer;
    } catch (error) {
      if (error === CALLER_LEFT) throw signal.reason;
      copyMetrics.questions.inc({ copy: copy.name, outcome: 'failed' });
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    }
  };

  return {
    name: options.copies[0].client.name,
    async find(question, signal) {
      const asked = orderCopies(listAsked(), question.search ?? '');
      let answer: Awaited<ReturnType<IndexClient['find']>> | undefined;
      let failure: unknown;
      for (const [at, copy] of asked.entries()) {
        signal.throwIfAborted();
        try {
          answer = await find(copy, question, signal, at === asked.length - 1);
          if (answer.total > 0 || isOfNothing(question)) return answer;
        } catch (error) {
          if (signal.aborted) throw error;
          failure = error;
        }
      }
      if (answer === undefined && failure !== undefined) throw failure;
      return answer ?? { documents: [], total: 0 };
    },
    async check() {
      await Promise.any(listAsked().map(async ({ client }) => await client.check()));
    },
    close() {
      followed.close();
      for (const { client, breaker } of copies) {
        breaker.close();
        client.close();
      }
    },
  };
}

/** No document can be the answer, whatever an index holds. */
function isOfNothing({ where }: DocumentQuestion): boolean {
  return Object.values(where).some((values) => values?.length === 0);
}
