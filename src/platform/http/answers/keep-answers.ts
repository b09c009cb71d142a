import { StoredAnswer } from './stored-answer.ts';

/** Returns what is kept under this name for this version, else what `make` makes of it. */
type KeepAnswer = (name: string, version: string, make: () => Promise<string>) => Promise<StoredAnswer>;

/** Keeps the last version of each text, with its compressed forms. Names must be few: nothing else is ever dropped. */
export function createKeptAnswers(): KeepAnswer {
  const kept = new Map<string, { version: string; answer: Promise<StoredAnswer> }>();
  return async (name, version, make) => {
    const known = kept.get(name);
    if (known?.version === version) return await known.answer;
    const answer = make().then((text) => new StoredAnswer(Buffer.from(text)));
    kept.set(name, { version, answer });
    // A text that could not be made is tried again.
    answer.catch(() => kept.delete(name));
    return await answer;
  };
}
