import type { Texts } from '../texts/texts.ts';

/** The quality score of a product, as a bar and in per cent. */
export function Quality({ score, texts: { t, percent } }: { score: number; texts: Texts }) {
  return (
    <span class="quality">
      <meter
        min={0}
        max={1}
        low={0.4}
        high={0.6}
        optimum={1}
        value={score}
        aria-label={t('layout.quality')}
      />{' '}
      {percent(score)}
    </span>
  );
}
