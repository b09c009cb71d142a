import { setImmediate } from 'node:timers/promises';
import type { Db } from '../../platform/db/client.ts';
import { matchesRule } from './match-rule.ts';
import { knowsConditions, MAX_EXAMPLES, type DraftRule, type JudgedRule } from './rule-contract.ts';
import { readRules, saveRecord, type StoredRule } from './rule-store.ts';
import { listDecided, type DecidedSubject } from './rule-subject-store.ts';
import { hasNumbers } from './suggest-decisions.ts';

/** Decisions judged per turn of the event loop. */
const TURN = 25;
const OLD_AFTER_MS = 300_000;

/**
 * Returns how often each rule would have been right on the operators' newest decisions. Uses current data about
 * senders, and about the products of rejected submissions.
 */
export async function judgeRules(db: Db, rules: readonly DraftRule[]): Promise<JudgedRule[]> {
  const decided = await listDecided(db, hasNumbers(rules));
  const judged = rules.map((): Judged[] => []);
  for (const [index, decision] of decided.entries()) {
    // Searching many words in long texts takes long: let other requests run.
    if (index % TURN === 0) await setImmediate();
    for (const [place, { conditions, suggestion }] of rules.entries()) {
      if (matchesRule(conditions, decision.subject))
        judged[place]?.push({ decision, verdict: compare(suggestion, decision) });
    }
  }
  return judged.map((of) => sumUp(of, decided.length));
}

/**
 * Judges all rules whose conditions this release knows, and stores their records if one is missing or old. Calls
 * `noteUnknown` for each of the others.
 */
export async function keepRecords(
  db: Db,
  noteUnknown: (rule: StoredRule) => void = () => undefined,
): Promise<void> {
  const all = await readRules(db);
  for (const rule of all) if (!knowsConditions(rule)) noteUnknown(rule);
  const rules = all.filter(knowsConditions);
  const isDue = rules.some(({ record }) => !record || Date.parse(record.at) < Date.now() - OLD_AFTER_MS);
  if (!isDue) return;
  for (const [index, { examples: _examples, ...record }] of (await judgeRules(db, rules)).entries()) {
    const rule = rules[index];
    if (rule) await saveRecord(db, rule, record);
  }
}

interface Judged {
  decision: DecidedSubject;
  verdict: Verdict;
}

function sumUp(judged: readonly Judged[], decisions: number): JudgedRule {
  const of = (wanted: Verdict) => judged.filter(({ verdict }) => verdict === wanted);
  const wrong = of('wrong');
  return {
    decisions,
    right: of('right').length,
    wrong: wrong.length,
    undecided: of('undecided').length,
    at: new Date().toISOString(),
    examples: wrong.slice(0, MAX_EXAMPLES).map(({ decision: { id, name, status, reviewedAt } }) => ({
      id,
      name,
      status,
      reviewed_at: reviewedAt.toISOString(),
    })),
  };
}

type Verdict = 'right' | 'wrong' | 'undecided';

/** Compares a rule's suggestion with what operators decided. */
export function compare(
  suggestion: DraftRule['suggestion'],
  {
    status,
    wasAsked,
    wasChanged,
    tookDecisions,
  }: Omit<DecidedSubject, 'id' | 'name' | 'reviewedAt' | 'subject'>,
): Verdict {
  if (suggestion === 'ask') return wasAsked ? 'right' : 'wrong';
  if (suggestion === 'reject') return status === 'rejected' ? 'right' : 'wrong';
  if (status === 'rejected' || wasChanged) return 'wrong';
  return tookDecisions ? 'undecided' : 'right';
}
