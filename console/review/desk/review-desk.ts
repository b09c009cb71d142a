import type { QueryClient } from '@tanstack/react-query';
import type { QueuedSubmission } from '../../../src/review/queue/queue-contract.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { countOf } from '../../parts/text/number-format.ts';
import type { ApproveBody } from '../submission-draft.ts';
import type { DraftStore } from './draft-store.ts';
import { createSubmissionHold, type SubmissionHold } from './submission-hold.ts';
import { NO_SESSION, withDecided, type Session } from './session-summary.tsx';
import { takeBack, type Decided } from './take-back.ts';

export type Verdict = { kind: 'approve'; body: ApproveBody } | { kind: 'reject'; reason: string };
type NamedSubmission = Pick<QueuedSubmission, 'id' | 'name' | 'product_name' | 'gtin'>;

/** A decision that the service refused: its submission is back in the list, with its draft. */
export interface Refusal {
  id: string;
  name: string;
  problem: unknown;
}

/** The outcome of the last action, for the operator to read; with a problem if it failed. */
export interface LastLine {
  text: string;
  /** The words behind "takes" in the hint of the undo key, such as `back the approval of Tea`. Undefined without an undo. */
  undoes?: string | undefined;
  /** When the submission was decided, in ms; set only on lines about a decision. */
  decidedAt?: number;
  problem?: unknown;
}

export interface DeskState {
  /** When each submission was decided in this tab, in ms; Infinity while the request is in flight. */
  sentAt: ReadonlyMap<string, number>;
  refusals: readonly Refusal[];
  last: LastLine | undefined;
  /** Why a key press did nothing, for example; shown until the next decision. */
  note: string | undefined;
  session: Session;
  /** An undo is in flight: nothing else can be decided until the submission is back. */
  isTakingBack: boolean;
}

/** An operator's work on the queue; lives as long as the console, whatever page is shown. */
export interface ReviewDesk {
  drafts: DraftStore;
  hold: SubmissionHold;
  read: () => DeskState;
  subscribe: (listener: () => void) => () => void;
  say: (note: string) => void;
  /** Dismisses a refusal that the operator has read. */
  drop: (id: string) => void;
  decide: (submission: NamedSubmission, verdict: Verdict) => void;
  noteBulk: (bulk: {
    action: 'approve' | 'reject';
    bulkId: string;
    ids: readonly string[];
    count: number;
  }) => void;
  /** Undoes the last decision. Resolves to the id of the submission that is pending again, if it is a single one. */
  undo: () => Promise<string | undefined>;
}

const VERBS = {
  approve: { doing: 'Approving', done: 'Approved', not: 'not approved', noun: 'approval' },
  reject: { doing: 'Rejecting', done: 'Rejected', not: 'not rejected', noun: 'rejection' },
};

/**
 * Sends decisions while the operator reads the next submission. A refusal is shown at once, and its submission
 * returns to the list; the open submission stays open.
 */
export function createReviewDesk(api: ApiClient, queryClient: QueryClient, drafts: DraftStore): ReviewDesk {
  let state: DeskState = {
    sentAt: new Map(),
    refusals: [],
    last: undefined,
    note: undefined,
    session: NO_SESSION,
    isTakingBack: false,
  };
  const hold = createSubmissionHold(api, queryClient);
  const listeners = new Set<() => void>();
  const decisions: Decided[] = [];
  const change = (next: Partial<DeskState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  /** @param named what the line names beside it */
  const nameLast = (named?: string) => {
    const last = decisions.at(-1);
    if (!last) return undefined;
    return last.text === named ? 'it back' : `back the ${VERBS[last.kind].noun} of ${last.text}`;
  };
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['submissions'] });
  const withSent = (id: string, at: number) => new Map(state.sentAt).set(id, at);
  const withoutSent = (ids: readonly string[]) =>
    new Map([...state.sentAt].filter(([id]) => !ids.includes(id)));
  const send = async (submission: NamedSubmission, verdict: Verdict): Promise<boolean> => {
    const { done, not } = VERBS[verdict.kind];
    const name = nameSubmission(submission);
    try {
      const path = { id: submission.id };
      await (verdict.kind === 'approve'
        ? api.post('/submissions/{id}/approve', { path, body: verdict.body })
        : api.post('/submissions/{id}/reject', { path, body: { reason: verdict.reason } }));
      const decidedAt = Date.now();
      change({
        sentAt: withSent(submission.id, decidedAt),
        last: { text: `${done} ${name}`, undoes: nameLast(name), decidedAt },
        session: withDecided(state.session, 1, decidedAt),
      });
      return true;
    } catch (problem) {
      change({
        sentAt: withoutSent([submission.id]),
        refusals: [{ id: submission.id, name: `${name} is ${not}`, problem }, ...state.refusals],
        last: undefined,
      });
      return false;
    } finally {
      void refresh();
    }
  };
  return {
    drafts,
    hold,
    read: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    say: (note) => change({ note }),
    drop: (id) => change({ refusals: state.refusals.filter((refusal) => refusal.id !== id) }),
    decide: (submission, verdict) => {
      const name = nameSubmission(submission);
      hold.forget(submission.id);
      change({
        sentAt: withSent(submission.id, Infinity),
        refusals: state.refusals.filter(({ id }) => id !== submission.id),
        last: { text: `${VERBS[verdict.kind].doing} ${name}…` },
        note: undefined,
      });
      decisions.push({
        text: name,
        kind: verdict.kind,
        ids: [submission.id],
        count: 1,
        hasHappened: send(submission, verdict),
      });
    },
    noteBulk: ({ action, bulkId, ids, count }) => {
      const submissions = countOf(count, 'submission');
      const decidedAt = Date.now();
      decisions.push({
        text: submissions,
        kind: action,
        ids,
        bulkId,
        count,
        hasHappened: Promise.resolve(true),
      });
      change({
        last: { text: `${VERBS[action].done} ${submissions}`, undoes: nameLast(submissions), decidedAt },
        session: withDecided(state.session, count, decidedAt),
      });
      void refresh();
    },
    undo: async () => {
      if (state.isTakingBack) return undefined;
      const decision = decisions.pop();
      if (!decision) {
        change({ last: { text: 'There is nothing more to take back' } });
        return undefined;
      }
      change({
        isTakingBack: true,
        note: undefined,
        last: { text: `Taking ${decision.text} back…` },
      });
      try {
        const hasHappened = await decision.hasHappened;
        const last = hasHappened ? await takeBack(api, decision) : `${decision.text} is here again`;
        // The cached submissions are stale.
        for (const id of decision.ids) queryClient.removeQueries({ queryKey: ['submissions', id] });
        change({
          sentAt: withoutSent(decision.ids),
          refusals: state.refusals.filter(({ id }) => !decision.ids.includes(id)),
          last: { text: last, undoes: nameLast() },
          session: {
            ...state.session,
            takenBack: state.session.takenBack + (hasHappened ? decision.count : 0),
          },
        });
        return decision.ids.length === 1 ? decision.ids[0] : undefined;
      } catch (problem) {
        change({
          last: { text: `${decision.text} is not taken back`, undoes: nameLast(), problem },
        });
        return undefined;
      } finally {
        change({ isTakingBack: false });
        void refresh();
      }
    },
  };
}

/** Returns whether data read at a time (in ms) is older than the decision that was made here. */
export function isSent({ sentAt }: DeskState, id: string, asOf: number): boolean {
  return (sentAt.get(id) ?? -Infinity) >= asOf;
}

/** Returns a submission's name; a correction without one has the name of its product. */
export function nameSubmission({
  name,
  product_name: productName,
  gtin,
}: Omit<NamedSubmission, 'id'>): string {
  return name ?? productName ?? gtin ?? 'For a known product';
}
