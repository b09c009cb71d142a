import type { Calls, Names } from '../../endpoints.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { MOST_PICTURE_BYTES } from '../../review/pictures/submitted-picture-contract.ts';
import { Field, Problems, TextField } from '../form/fields.tsx';
import type { Problem } from '../form/form-state.ts';
import { listProblems } from '../form/list-problems.ts';
import type { Page, PageContext, PageRoute } from '../page.ts';
import { keepAnswerToken } from './answer-token-cookie.ts';
import { findProductId } from './contribute-page.tsx';

const PATH = '/contribute/pictures';
/** The file fields, by what they show. */
const ROLES = ['front', 'ingredients'] as const;
const FIELDS = ['gtin', 'name', 'brand'];

/** Two photographs and three fields, all optional: the quickest contribution. */
export const picturesFirstPage: PageRoute = {
  method: 'get',
  path: PATH,
  show(context) {
    const { gtin } = context.request.query;
    return showForm(context, new URLSearchParams(typeof gtin === 'string' ? { gtin } : {}), []);
  },
};

export const sendPicturesFirst: PageRoute = {
  method: 'post',
  path: PATH,
  sendsTo: 'submitFacts',
  takesFiles: { fields: ROLES, mostBytes: MOST_PICTURE_BYTES },
  async show(context) {
    const { form, files, ask, texts } = context;
    const pictures = ROLES.flatMap((role) => (files[role] ? [{ role, bytes: files[role] }] : []));
    if (pictures.length === 0 && !form.get('name')?.trim())
      return showForm(context, form, [{ field: 'front', text: texts.t('contribute.neither') }]);
    let taken: Calls['submitFacts']['answer'];
    try {
      taken = await ask('submitFacts', { body: await readBody(context) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return showForm(context, form, listProblems(texts, error, FIELDS), error);
    }
    keepAnswerToken(context, taken.id, taken.answer_token);
    let isRefused = false;
    for (const { role, bytes } of pictures) {
      const headers = { ...context.request.headers, 'x-answer-token': taken.answer_token };
      try {
        await ask('sendPicture', { params: { id: taken.id }, query: { role }, headers, body: bytes });
      } catch (error) {
        // The submission stands: its page takes the picture again.
        if (!(error instanceof ApiError)) throw error;
        isRefused = true;
      }
    }
    return { status: 303, location: `/contribute/${taken.id}${isRefused ? '?refused=true#pictures' : ''}` };
  },
};

/**
 * The contract needs a name for a new product, and a fact for a known one. Without a typed name a new product is
 * called unnamed, which the reviewer replaces; a known product's own name changes nothing.
 */
async function readBody(context: PageContext): Promise<Names<Calls['submitFacts']['body']>> {
  const { form, ask, texts } = context;
  const text = (name: string) => form.get(name)?.trim() || undefined;
  const gtin = text('gtin');
  const id = gtin === undefined ? undefined : await findProductId(context, gtin);
  const known = id === undefined ? undefined : await ask('getProduct', { params: { id }, headers: {} });
  const unnamed = texts.t('contribute.unnamed', { gtin: gtin ?? '' }).trim();
  const typed = {
    gtin,
    name: text('name') ?? known?.name ?? unnamed,
    brand: text('brand'),
    website: text('website'),
  };
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined));
}

function showForm(
  { texts }: PageContext,
  form: URLSearchParams,
  problems: readonly Problem[],
  error?: ApiError,
): Page {
  const { t } = texts;
  const state = { texts, form, problems };
  const gtin = form.get('gtin');
  return {
    title: t('contribute.withPictures'),
    status: error?.status ?? (problems.length > 0 ? 400 : 200),
    styles: ['contribute.css'],
    body: (
      <>
        <h1>{t('contribute.withPictures')}</h1>
        <p>{t('contribute.picturesText')}</p>
        <form method="post" action={PATH} encType="multipart/form-data" class="card sheet beside-pictures">
          <Problems {...state} />
          <div>
            {ROLES.map((role) => (
              <Field
                key={role}
                {...{ state, name: role, label: t(`contribute.photo.${role}`) }}
                control={(described) => (
                  <input {...described} type="file" accept="image/jpeg,image/png,image/webp" />
                )}
              />
            ))}
            <p class="faint">{t('picture.text')}</p>
          </div>
          <div>
            <TextField
              {...{ state, name: 'gtin', inputMode: 'numeric', maxLength: 20 }}
              label={t('contribute.barcode')}
              hint={t('contribute.barcodeHint')}
            />
            {!gtin && (
              <p>
                <a class="button plain" href="/scan">
                  {t('contribute.scan')}
                </a>
              </p>
            )}
            <TextField {...{ state, name: 'name', maxLength: 200 }} label={t('contribute.nameIfKnown')} />
            <TextField
              {...{ state, name: 'brand', maxLength: 120 }}
              label={texts.word('facts', 'brand', 'Brand')}
            />
            <p>
              <a href={`/contribute${gtin ? `?${new URLSearchParams({ gtin })}` : ''}`}>
                {t('contribute.typeFacts')}
              </a>
            </p>
          </div>
          <div class="unseen" aria-hidden="true">
            <label for="website">Website</label>
            <input id="website" name="website" type="text" tabIndex={-1} autocomplete="off" />
          </div>
          <button type="submit">{t('contribute.send')}</button>
        </form>
      </>
    ),
  };
}
