import type { ApiError } from '../../platform/http/api-error.ts';
import type { Page } from '../page.ts';
import type { Texts } from '../texts/texts.ts';

/** What a reader sees when a page cannot be shown; `requestId` is for who asks the operators about it. */
export function buildErrorPage({ t }: Texts, error: ApiError, requestId: string): Page {
  const kind =
    error.status === 404
      ? 'notFound'
      : error.status === 429 || error.code === 'quota_exhausted'
        ? 'tooMany'
        : error.status >= 500
          ? 'unavailable'
          : 'refused';
  return {
    title: t(`error.${kind}.title`),
    status: error.status,
    body: (
      <>
        <h1>{t(`error.${kind}.title`)}</h1>
        <p>{t(`error.${kind}.text`)}</p>
        {kind === 'refused' && <p lang="en">{error.message}</p>}
        <p class="faint">{t('error.requestId', { id: requestId })}</p>
      </>
    ),
  };
}
