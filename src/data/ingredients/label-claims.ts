import { foldLetters } from '../../platform/text/fold-text.ts';
import claims from './label-claims.json' with { type: 'json' };

const CLAIMS: ReadonlyMap<string, string> = new Map(
  Object.entries(claims).flatMap(([code, lines]) =>
    lines.flatMap((line) => line.split(', ')).map((text) => [plain(text), code] as const),
  ),
);

/** Returns the allergen that a label claims to be absent, by its code or text: `gluten-free`. `no-lactose` is no such label. */
export function findClaimedAbsent(label: string): string | undefined {
  return CLAIMS.get(plain(label));
}

function plain(text: string): string {
  return foldLetters(text)
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
}
