import { MAX_SCAN_CHARACTERS } from '../../catalog/scan/read-scan.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { Problems, TextField } from '../form/fields.tsx';
import type { Problem } from '../form/form-state.ts';
import type { Page, PageRoute, Redirect } from '../page.ts';
import type { Texts } from '../texts/texts.ts';

/**
 * `?data=` is a scanner's text, as the API accepts it: typed, or read by `scan.js` from the camera or a picture.
 * Redirects to the product's page, or to the form that adds it.
 */
export const scanPage: PageRoute = {
  method: 'get',
  path: '/scan',
  compilesWasm: true,
  async show({ request, ask, texts }) {
    const { data, symbology } = request.query;
    if (data === undefined || data === '') return showScanner(texts, '', []);
    const typed = typeof data === 'string' ? data : '';
    try {
      const { scan } = await ask('scanProduct', { query: { data, ...(symbology ? { symbology } : {}) } });
      return leadTo(scan.gtin);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500 || error.code === 'rate_limited') throw error;
      const gtin = error.details?.['gtin'];
      if (error.code === 'not_found' && typeof gtin === 'string') return leadTo(gtin);
      const text = texts.t(error.code === 'not_a_trade_item' ? 'scan.noTradeItem' : 'scan.unreadable');
      return showScanner(texts, typed, [{ field: 'data', text, rule: error.message }]);
    }
  },
};

function leadTo(gtin: string): Redirect {
  return { status: 303, location: `/product/${gtin}` };
}

function showScanner(texts: Texts, typed: string, problems: readonly Problem[]): Page {
  const { t } = texts;
  const state = { texts, form: new URLSearchParams({ data: typed }), problems };
  return {
    title: t('scan.title'),
    description: t('scan.description'),
    ...(typed === '' && problems.length === 0 ? { canonical: '/scan' } : {}),
    status: problems.length > 0 ? 400 : 200,
    scripts: ['scan.js'],
    body: (
      <>
        <h1>{t('scan.title')}</h1>
        <p>{t('scan.description')}</p>
        <div class="scan">
          <section
            id="scanner"
            class="card"
            hidden
            data-looking={t('scan.looking')}
            data-found={t('scan.found')}
            data-refused={t('scan.refused')}
            data-absent={t('scan.absent')}
            data-nothing={t('scan.nothing')}
            data-failed={t('scan.failed')}
          >
            <video id="film" muted playsInline hidden aria-label={t('scan.film')} />
            <p id="scan-status" role="status" />
            <p class="buttons">
              <button type="button" id="start">
                {t('scan.start')}
              </button>
              <button type="button" id="stop" class="plain" hidden>
                {t('scan.stop')}
              </button>
            </p>
            <div class="field">
              <label for="picture">{t('scan.picture')}</label>
              <input type="file" id="picture" accept="image/*" />
            </div>
          </section>
          <form action="/scan" class="card sheet">
            <Problems {...state} />
            <TextField
              {...{
                state,
                name: 'data',
                required: true,
                maxLength: MAX_SCAN_CHARACTERS,
                autocomplete: 'off',
              }}
              label={t('scan.code')}
              hint={t('scan.codeHint')}
            />
            <button type="submit">{t('scan.look')}</button>
          </form>
        </div>
      </>
    ),
  };
}
