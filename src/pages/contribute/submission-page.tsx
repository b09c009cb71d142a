import { ApiError } from '../../platform/http/api-error.ts';
import type { SentSubmission, SubmissionStatus } from '../../review/submissions/submission-contract.ts';
import { Problems, TextArea, TextField } from '../form/fields.tsx';
import type { Problem } from '../form/form-state.ts';
import { listProblems } from '../form/list-problems.ts';
import type { Page, PageContext, PageRoute } from '../page.ts';
import { Secret } from '../form/secret.tsx';
import type { Texts } from '../texts/texts.ts';
import { findAnswerToken } from './answer-token-cookie.ts';
import { nameCategory } from './category-name.ts';
import { PictureForm } from './picture-form.tsx';
import { Receipt } from './receipt.tsx';

const PATH = '/contribute/:id';
const LONGEST_ANSWER = 2_000;
const FIELDS = ['token', 'text'];

/** The state of a submission, and a reviewer's question about it. */
export const submissionPage: PageRoute = {
  method: 'get',
  path: PATH,
  show: (context) => showSubmission(context),
};

export const answerPage: PageRoute = {
  method: 'post',
  path: PATH,
  sendsTo: 'answerQuestion',
  caps: { mostFields: FIELDS.length, mostBytes: 12 * LONGEST_ANSWER + 1_024 },
  async show(context) {
    const { request, form, ask, texts, refusal } = context;
    try {
      if (refusal) throw refusal;
      const body = { token: form.get('token')?.trim() ?? '', text: form.get('text') ?? '' };
      const { id } = await ask('answerQuestion', { params: request.params, body });
      return { status: 303, location: `/contribute/${id}` };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return await showSubmission(context, { answer: describeRefusal(texts, error) }, error.status);
    }
  },
};

function describeRefusal(texts: Texts, error: ApiError): Problem[] {
  if (error.code === 'forbidden') return [{ field: 'token', text: texts.t('submission.wrongToken') }];
  if (error.code === 'invalid_state') return [{ text: texts.t('submission.notAsked') }];
  return listProblems(texts, error, FIELDS);
}

/** Shows the page of a submission, with the problems of a form that was sent from it. */
export async function showSubmission(
  context: PageContext,
  problems: { answer?: readonly Problem[]; picture?: readonly Problem[] } = {},
  status = 200,
): Promise<Page> {
  const { request, texts, ask } = context;
  const { t, date } = texts;
  const token = findAnswerToken(context);
  const submission = await ask('getSubmission', {
    params: { id: request.params['id'] },
    headers: token === undefined ? {} : { 'x-answer-token': token },
  });
  return {
    title: t('submission.title'),
    status,
    isSecret: true,
    styles: ['contribute.css'],
    scripts: ['copy.js'],
    body: (
      <>
        <h1>{t('submission.title')}</h1>
        <p>{t('submission.sentAt', { date: date(submission.created_at) })}</p>
        <Standing submission={submission} context={context} />
        {submission.question && (
          <Question
            text={submission.question.text}
            token={token}
            context={context}
            problems={problems.answer ?? []}
          />
        )}
        {token !== undefined && submission.status === 'pending' && (
          <PictureForm context={context} problems={problems.picture ?? []} />
        )}
        {submission.sent && (
          <Receipt sent={submission.sent} category={await nameSent(context, submission.sent)} texts={texts} />
        )}
        {submission.status === 'pending' && (
          <section>
            <h2>{t('submission.next')}</h2>
            <p>{t('submission.nextText')}</p>
          </section>
        )}
        {token !== undefined && submission.status === 'pending' && (
          <section>
            <h2>{t('submission.keepTitle')}</h2>
            <p>{t('submission.keepText')}</p>
            <Secret texts={texts} label={t('submission.token')} value={token} />
          </section>
        )}
        <p>
          <a href="/contribute">{t('submission.another')}</a>
        </p>
      </>
    ),
  };
}

/** Returns the name of the submitted category. */
async function nameSent(context: PageContext, { content }: SentSubmission): Promise<string | undefined> {
  const { category } = content;
  return typeof category === 'string' ? await nameCategory(context, category) : undefined;
}

function Standing({ submission, context }: { submission: SubmissionStatus; context: PageContext }) {
  const { t } = context.texts;
  const { status, reason, product_id: productId } = submission;
  return (
    <div class="card">
      <p>
        <strong>{t(`submission.${status}`)}</strong>
      </p>
      {status === 'pending' && <p>{t('submission.pendingText')}</p>}
      {status === 'rejected' && reason !== null && <p>{t('submission.reason', { reason })}</p>}
      {status === 'approved' && productId !== null && (
        <p>
          <a href={`/product/id/${productId}`}>{t('submission.product')}</a>
        </p>
      )}
    </div>
  );
}

interface QuestionProps {
  text: string;
  token: string | undefined;
  context: PageContext;
  problems: readonly Problem[];
}

/** A contributor in another browser types the token. */
function Question({ text, token, context: { texts, form, request }, problems }: QuestionProps) {
  const { t } = texts;
  const state = { texts, form, problems };
  const isTyped = token === undefined || problems.some(({ field }) => field === 'token');
  return (
    <section>
      <h2>{t('submission.question')}</h2>
      <blockquote>{text}</blockquote>
      <form method="post" action={`/contribute/${request.params['id'] as string}`} class="sheet">
        <Problems {...state} />
        {isTyped ? (
          <TextField
            {...{ state, name: 'token', required: true, maxLength: 100, autocomplete: 'off' }}
            label={t('submission.token')}
            hint={t('submission.tokenHint')}
          />
        ) : (
          <input type="hidden" name="token" value={token} />
        )}
        <TextArea
          {...{ state, name: 'text', rows: 4, maxLength: LONGEST_ANSWER, required: true }}
          label={t('submission.answer')}
        />
        <button type="submit">{t('submission.sendAnswer')}</button>
      </form>
    </section>
  );
}
