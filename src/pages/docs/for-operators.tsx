import { isDatabaseUnavailable } from '../../platform/db/database-error.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Page } from '../page.ts';
import { isForOperators, type Doc } from './doc.ts';
import { DocFrame } from './doc-frame.tsx';

/** Returns whether a `Cookie` header has a live session of an operator. */
export type IsOperator = (cookieHeader: string | undefined) => Promise<boolean>;

/**
 * Returns whether this reader may read the pages for operators. While the database is away everybody may: the runbook
 * must not need what it mends, and its text is public in the repository.
 */
export async function mayReadAll(isOperator: IsOperator, cookieHeader: string | undefined): Promise<boolean> {
  try {
    return await isOperator(cookieHeader);
  } catch (error) {
    if (isDatabaseUnavailable(error) || (error instanceof ApiError && error.code === 'unavailable'))
      return true;
    throw error;
  }
}

/**
 * The page in place of a page for operators. A link from another site, such as an alert, arrives without the session,
 * because its cookie is `SameSite=Strict`; a link of this page brings it.
 */
export function showSignIn(doc: Doc, docs: readonly Doc[]): Page {
  return {
    title: doc.title,
    status: 401,
    isSecret: true,
    styles: ['docs.css'],
    body: (
      <DocFrame docs={docs.filter((other) => !isForOperators(other))}>
        <h1>{doc.title}</h1>
        <p>This page is for operators of this service.</p>
        <p>
          <a href="/console">Sign in to the console</a>, then <a href={doc.path}>open this page</a>. If you
          are signed in, just open it.
        </p>
      </DocFrame>
    ),
  };
}
