/**
 * What an entry's risk is made of, the gravest last: its number is the sum. The trigger `rate_submission` decides, by a
 * few looks into indexes as the entry comes in, and whatever is sent costs no more than that.
 */
export const RISKS = [
  { value: 1, code: 'unknown_sender', label: 'nothing of its sender has been approved yet' },
  { value: 2, code: 'look_alike', label: 'a new product, and an entry of the same name waits already' },
  { value: 4, code: 'operator_word', label: 'speaks of facts that an operator has written or confirmed' },
  { value: 8, code: 'renames', label: 'another name or brand for a product in use' },
] as const;

export type RiskCode = (typeof RISKS)[number]['code'];

/** From here on it is high. */
export const HIGH_RISK = 4;

export function listRisks(risk: number): RiskCode[] {
  return RISKS.filter(({ value }) => (risk & value) !== 0)
    .map(({ code }) => code)
    .toReversed();
}
