import { combineTrust, penaltyOf, type QualityScore } from './quality-score.ts';

interface QualityGain {
  action: 'add' | 'verify' | 'correct';
  /** Of the parts of the score; null for a failed check. */
  field: string | null;
  missing: string[];
  /** What the score would rise by, three decimals. */
  gain: number;
  message: string;
}

const LEAST_GAIN = 0.001;

/**
 * What a person could raise a score by, the most first: adding what is missing, verifying what others said, and
 * correcting what cannot be true. Follows from the parts of the score as `buildQualityScore` gives them.
 * @param trust of what that person writes, 0..1
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
    // Of many failed checks the last ones cost nothing more.
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
