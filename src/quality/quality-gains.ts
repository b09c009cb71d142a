import { combineTrust, penaltyOf, type QualityScore } from './quality-score.ts';

interface QualityGain {
  action: 'add' | 'verify' | 'correct';
  /** The part of the score; null for a failed check. */
  field: string | null;
  missing: string[];
  /** The possible rise of the score, with three decimals. */
  gain: number;
  message: string;
}

const LEAST_GAIN = 0.001;

/**
 * Returns the ways to raise a score, the greatest gain first: adding missing values, verifying other sources' values,
 * and correcting implausible ones. Based on the parts of the score from `buildQualityScore`.
 * @param trust of the person's own values, 0..1
 */
export function listQualityGains(
  { parts, failedChecks, penalty }: QualityScore,
  trust: number,
): QualityGain[] {
  const gains = parts.map(
    ({ field, weight, completeness, trust: currentTrust, earned, missing }): QualityGain => {
      const name = field.replaceAll('_', ' ');
      if (completeness < 1) {
        const gain = weight * (0.5 + 0.5 * trust) - earned;
        return { action: 'add', field, missing, gain, message: `Add ${name}: ${show(gain)}` };
      }
      const gain = weight * 0.5 * (combineTrust([currentTrust, trust]) - currentTrust);
      return { action: 'verify', field, missing, gain, message: `Verify ${name}: ${show(gain)}` };
    },
  );
  const corrections = failedChecks.map(({ message }): QualityGain => {
    // Beyond the highest penalty, further failed checks cost nothing.
    const gain = penalty - penaltyOf(failedChecks.length - 1);
    return {
      action: 'correct',
      field: null,
      missing: [],
      gain,
      message: `${message} Correct it: ${show(gain)}`,
    };
  });
  return [...gains, ...corrections]
    .map((item) => ({ ...item, gain: round(item.gain) }))
    .filter(({ gain }) => gain >= LEAST_GAIN)
    .toSorted((a, b) => b.gain - a.gain);
}

const round = (value: number) => Math.round(value * 1_000) / 1_000;
const show = (gain: number) => `+${gain.toFixed(2)}`;
