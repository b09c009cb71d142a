import { StoredAnswer } from './stored-answer.ts';

/** Returns the answer cached under this name and version, or makes it. */
type KeepAnswer = (name: string, version: string, make: () => Promise<string>) => Promise<StoredAnswer>;

/**
 * Caches the last version of each text with its compressed forms. Names must be few, because entries are never
 * evicted.
 */
export function createKeptAnswers(): KeepAnswer {
  const kept = new Map<string, { version: string; answer: Promise<StoredAnswer> }>();
  return async (name, version, make) => {
    const known = kept.get(name);
    if (known?.version === version) return await known.answer;
    const answer = make().then((text) => new StoredAnswer(Buffer.from(text)));
    kept.set(name, { version, answer });
    // Do not cache failures.
    answer.catch(() => kept.delete(name));
    return await answer;
  };
}
