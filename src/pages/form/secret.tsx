import type { Texts } from '../texts/texts.ts';

/** A text to keep, such as a key: shown once, with a copy button where scripts run (`copy.js`). */
export function Secret({ texts: { t }, label, value }: { texts: Texts; label: string; value: string }) {
  return (
    <div class="secret">
      <p>
        {label}: <code id="secret">{value}</code>
      </p>
      <button type="button" hidden data-copies="#secret" data-copied={t('form.copied')}>
        {t('form.copy')}
      </button>
      <span role="status" class="faint" />
    </div>
  );
}
