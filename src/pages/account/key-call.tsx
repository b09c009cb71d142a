import type { Texts } from '../texts/texts.ts';

/** An example call with the key; copyable where scripts run. */
export function KeyCall({ texts: { t }, root, apiKey }: { texts: Texts; root: string; apiKey: string }) {
  return (
    <div class="example">
      <pre tabIndex={0} role="group" aria-label={t('account.try')}>
        <code id="call">{`curl '${root}/api/v1/products/search?q=chocolate&size=3' \\\n  -H 'X-API-Key: ${apiKey}'`}</code>
      </pre>
      <button type="button" class="plain" hidden data-copies="#call" data-copied={t('form.copied')}>
        {t('form.copy')}
      </button>
      <span role="status" class="faint" />
    </div>
  );
}
