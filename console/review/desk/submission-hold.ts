import type { QueryClient } from '@tanstack/react-query';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import type { Sent } from '../../api/api-calls.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { readOptions } from '../../api/use-read.ts';

/** The most ids that the service excludes from a search. */
const MAX_EXCEPTED = 100;

export type NextFilter = Sent<'post', '/submissions/next'>['query'];

/** Holds this tab's automatic claim on the open submission, so that other operators are not led to it. */
export interface SubmissionHold {
  /**
   * Claims the submission after the one that was left, which is skipped from now on. Null if other operators have all
   * that are left; undefined if the service did not answer.
   * @param deciding submissions whose decision is in flight
   */
  takeNext: (
    query: NextFilter,
    left: string | undefined,
    deciding: readonly string[],
  ) => Promise<string | null | undefined>;
  /** Claims the open submission, or renews the claim. Releases any other held submission. */
  claim: (id: string) => Promise<void>;
  /** Releases the held submission because another one is open. */
  moveTo: (id: string) => void;
  /** Forgets the claim: the submission was decided or released. */
  forget: (id: string) => void;
  /** Releases the claim when the tab closes. */
  close: () => void;
}

export function createSubmissionHold(api: ApiClient, queryClient: QueryClient): SubmissionHold {
  const passedOver = new Set<string>();
  let held: string | undefined;
  const release = (settings: { keepalive?: boolean } = {}) => {
    if (held === undefined) return;
    const path = { id: held };
    held = undefined;
    // If this fails, the claim expires by itself.
    api.post('/submissions/{id}/release', { path, body: {} }, settings).catch(() => undefined);
  };
  const hold = (id: string) => {
    if (held !== id) release();
    held = id;
  };
  const show = (id: string, claim: SubmissionDetail['claim']) => {
    const { queryKey } = readOptions(api, '/submissions/{id}', { path: { id } });
    queryClient.setQueryData<SubmissionDetail>(
      queryKey,
      (submission) => submission && { ...submission, claim },
    );
  };
  const ask = (query: NextFilter, after: string | undefined, except: readonly string[]) =>
    api.post('/submissions/next', {
      query,
      body: { ...(after ? { after } : {}), except: [...new Set(except)].slice(-MAX_EXCEPTED) },
    });
  return {
    takeNext: async (query, left, deciding) => {
      if (left) passedOver.add(left);
      try {
        let taken = await ask(query, left, [...passedOver, ...deciding]);
        if (taken.id === null && passedOver.size > 0) {
          passedOver.clear();
          taken = await ask(query, left, deciding);
        }
        if (taken.id !== null) {
          hold(taken.id);
          show(taken.id, taken.claim);
        }
        return taken.id;
      } catch {
        return undefined;
      }
    },
    claim: async (id) => {
      const wasHeld = held === id;
      // Set before the answer: if the operator leaves meanwhile, the claim is released too.
      hold(id);
      try {
        const { claim } = await api.post('/submissions/{id}/claim', { path: { id }, body: { force: false } });
        if (held === id) show(id, claim);
      } catch {
        if (!wasHeld && held === id) held = undefined;
        // Another operator was faster, or the submission is decided: refetch it to see which.
        void queryClient.invalidateQueries({ queryKey: ['submissions', id] });
      }
    },
    moveTo: (id) => {
      if (held !== id) release();
    },
    forget: (id) => {
      // It may come back if the decision is undone.
      passedOver.delete(id);
      if (held === id) held = undefined;
    },
    close: () => release({ keepalive: true }),
  };
}
