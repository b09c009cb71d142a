import { ApiError } from '../../platform/http/api-error.ts';
import { parseForm } from '../../platform/http/requests/form-body.ts';
import { listProblems } from '../form/list-problems.ts';
import type { Problem } from '../form/form-state.ts';
import type { Page, PageContext, PageRoute, Redirect } from '../page.ts';
import { keepAnswerToken } from './answer-token-cookie.ts';
import { nameCategory } from './category-name.ts';
import { SubmissionForm } from './submission-form.tsx';
import { fillForm, findCategoryCode } from './fill-form.ts';
import { FIELD_NAMES } from './submittable-facts.ts';
import { readForm } from './read-form.ts';

const PATH = '/contribute';
/** More than all facts together, with every choice ticked. */
const MOST_FIELDS = 300;

/**
 * The contribution form. `?gtin=` is for a new product, `?product=` for completing or correcting one, and `&fact=`
 * limits the form to this fact of a known product.
 */
export const contributePage: PageRoute = {
  method: 'get',
  path: PATH,
  // Only the empty form is cached.
  kept: ({ request: { query } }) =>
    query['gtin'] === undefined && query['product'] === undefined ? '' : undefined,
  async show(context) {
    const { request, ask } = context;
    const { gtin, product: productId } = request.query;
    const fact = typeof request.query['fact'] === 'string' ? request.query['fact'] : undefined;
    if (typeof productId === 'string') {
      // Requested as stored, not in the reader's language: a translated text would be submitted as a change.
      const product = await ask('getProduct', { params: { id: productId }, headers: {} });
      const form = fillForm(product, fact);
      const category = form.get('category');
      if (category) form.set('category', (await nameCategory(context, category)) ?? category);
      const known = form.toString();
      form.set('known', known);
      form.set('product_id', product.id);
      form.set('product_name', product.name);
      form.set('kind', product.archive_kind);
      if (fact !== undefined) form.set('fact', fact);
      return showForm(context, form, []);
    }
    if (typeof gtin !== 'string' || gtin === '') return showForm(context, new URLSearchParams(), []);
    const id = await findProductId(context, gtin);
    if (id !== undefined) {
      const query = new URLSearchParams({ product: id, ...(fact === undefined ? {} : { fact }) });
      return { status: 303, location: `${PATH}?${query}` };
    }
    return showForm(context, new URLSearchParams({ gtin }), []);
  },
};

export const sendSubmission: PageRoute = {
  method: 'post',
  path: PATH,
  sendsTo: 'submitFacts',
  // The prefilled values are in it, encoded twice: a Cyrillic letter takes ten bytes.
  caps: { mostFields: MOST_FIELDS, mostBytes: 131_072 },
  show: takeForm,
};

async function takeForm(context: PageContext): Promise<Page | Redirect> {
  const { form, ask, texts, refusal } = context;
  const { t } = texts;
  if (refusal) return showForm(context, form, describeRefusal(context, refusal), refusal);
  const { body, cleared, saysSomething } = readForm(form, parseForm(form.get('known') ?? '', MOST_FIELDS));
  const problems: Problem[] = cleared.map((field) => ({ field, text: t('form.problem.cleared') }));
  if (form.has('product_id') && !saysSomething && problems.length === 0)
    problems.push({ text: t('contribute.nothingChanged') });
  if (typeof body['category'] === 'string') {
    const [shown, english] = await Promise.all(
      [texts.language, 'en'].map((lang) => ask('getCategoryTree', { query: { lang } })),
    );
    const code = findCategoryCode(body['category'], [...(shown?.items ?? []), ...(english?.items ?? [])]);
    if (code === undefined) problems.push({ field: 'category', text: t('form.problem.unknown_category') });
    body['category'] = code;
  }
  if (problems.length > 0) return showForm(context, form, problems);
  try {
    const taken = await ask('submitFacts', { body });
    keepAnswerToken(context, taken.id, taken.answer_token);
    return { status: 303, location: `${PATH}/${taken.id}` };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return showForm(context, form, describeRefusal(context, error), error);
  }
}

function gtinQuery(form: URLSearchParams): string {
  const gtin = form.get('gtin');
  return gtin ? `?${new URLSearchParams({ gtin })}` : '';
}

function describeRefusal({ texts }: PageContext, error: ApiError): Problem[] {
  const pendingId = error.details?.['submission_id'];
  if (error.code === 'duplicate_submission' && typeof pendingId === 'string')
    return [{ text: texts.t('contribute.duplicate'), href: `${PATH}/${pendingId}` }];
  return listProblems(texts, error, FIELD_NAMES);
}

function showForm(
  { texts }: PageContext,
  form: URLSearchParams,
  problems: readonly Problem[],
  error?: ApiError,
): Page {
  const { t } = texts;
  const name = form.get('product_name');
  const title = name === null ? t('contribute.newTitle') : t('contribute.changeTitle', { name });
  return {
    title: problems.length > 0 ? `${t('form.problems')}: ${title}` : title,
    status: error?.status ?? (problems.length > 0 ? 400 : 200),
    styles: ['contribute.css'],
    scripts: ['contribute.js'],
    body: (
      <>
        <h1>{title}</h1>
        <div class="contribute">
          <section class="steps" aria-labelledby="steps">
            <h2 id="steps">{t('contribute.steps')}</h2>
            <ol>
              {name === null && !form.get('gtin') && (
                <li>
                  <a class="button plain" href="/scan">
                    {t('contribute.scan')}
                  </a>
                </li>
              )}
              {name === null && (
                <li>
                  <a href={`/contribute/pictures${gtinQuery(form)}`}>{t('contribute.withPictures')}</a>
                </li>
              )}
              <li>{name === null ? t('contribute.newText') : t('contribute.changeText')}</li>
              <li>{t('contribute.picturesNext')}</li>
              <li>{t('contribute.promise')}</li>
            </ol>
          </section>
          <SubmissionForm state={{ texts, form, problems }} />
        </div>
      </>
    ),
  };
}

/**
 * Returns the id of the product with this barcode, or undefined. The form reports an invalid barcode when it is sent.
 */
export async function findProductId({ ask }: PageContext, gtin: string): Promise<string | undefined> {
  try {
    return (await ask('getProductByBarcode', { params: { gtin } })).id;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500 && error.code !== 'rate_limited') return undefined;
    throw error;
  }
}
