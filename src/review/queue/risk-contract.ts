/** Flags whose sum is the risk of a submission at its arrival, gravest last (see `submissions/rate-submissions.ts`). */
export const RISKS = [
  { value: 1, code: 'unknown_sender', label: 'nothing of its sender had been approved when it came' },
  { value: 2, code: 'look_alike', label: 'a new product, and a submission of the same name waits already' },
  { value: 4, code: 'operator_word', label: 'speaks of facts that an operator has written or confirmed' },
  { value: 8, code: 'renames', label: 'another name or brand for a product in use' },
  { value: 16, code: 'unwanted_words', label: 'a link, advertising or profanity' },
] as const;

export type RiskCode = (typeof RISKS)[number]['code'];

/** Risk counts as high from this sum on. */
export const HIGH_RISK = 4;

export function listRisks(risk: number): RiskCode[] {
  return RISKS.filter(({ value }) => (risk & value) !== 0)
    .map(({ code }) => code)
    .toReversed();
}
