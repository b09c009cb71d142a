/**
 * The parts of a submission's risk, the gravest last: the risk is their sum. The trigger `rate_submission` computes it
 * when the submission comes in, by a few index look-ups whatever its content.
 */
export const RISKS = [
  { value: 1, code: 'unknown_sender', label: 'nothing of its sender had been approved when it came' },
  { value: 2, code: 'look_alike', label: 'a new product, and a submission of the same name waits already' },
  { value: 4, code: 'operator_word', label: 'speaks of facts that an operator has written or confirmed' },
  { value: 8, code: 'renames', label: 'another name or brand for a product in use' },
] as const;

type RiskCode = (typeof RISKS)[number]['code'];

/** From here on it is high. */
export const HIGH_RISK = 4;

export function listRisks(risk: number): RiskCode[] {
  return RISKS.filter(({ value }) => (risk & value) !== 0)
    .map(({ code }) => code)
    .toReversed();
}
