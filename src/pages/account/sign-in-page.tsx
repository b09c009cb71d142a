import { ApiError } from '../../platform/http/api-error.ts';
import { Problems, TextField } from '../form/fields.tsx';
import type { FormState } from '../form/form-state.ts';
import { describeRefusal } from './account-form.tsx';
import type { Page, PageContext, PageRoute, Redirect } from '../page.ts';
import type { Texts } from '../texts/texts.ts';

export const ACCOUNT = '/account';
/** Pages that a sign-in may return to. */
const FURTHER = ['/account/key', '/account/webhooks'];

/** Starts a session and returns to the page that required it. */
export const signInPage: PageRoute = {
  method: 'post',
  path: ACCOUNT,
  async show({ texts, form, ask }) {
    try {
      const body = { email: form.get('email') ?? '', password: form.get('password') ?? '' };
      await ask('signInAccount', { body });
      return { status: 303, location: FURTHER.find((path) => path === form.get('next')) ?? ACCOUNT };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const problems = describeRefusal(texts, error, ['email', 'password']);
      return showSignIn({ texts, form, problems }, { status: error.status });
    }
  },
};

export const signOutPage: PageRoute = {
  method: 'post',
  path: '/account/sign-out',
  async show({ ask }) {
    await ask('signOutAccount');
    return { status: 303, location: ACCOUNT };
  },
};

/** Shows a page of the signed-in account, or the sign-in form, which returns to `path`. */
export async function showSignedIn(
  { texts, form, request }: Pick<PageContext, 'texts' | 'form' | 'request'>,
  path: string,
  show: () => Promise<Page | Redirect>,
): Promise<Page | Redirect> {
  try {
    return await show();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_authenticated')) throw error;
    // The session ended before this form was sent. The form may hold a password, so the sign-in form starts empty.
    const isLate = request.method === 'POST';
    const problems = isLate ? [{ text: texts.t('account.ended') }] : [];
    const empty = isLate ? new URLSearchParams() : form;
    return showSignIn({ texts, form: empty, problems }, { status: isLate ? error.status : 200, next: path });
  }
}

function showSignIn(state: FormState, { status, next }: { status: number; next?: string }): Page {
  const { texts, form } = state;
  const { t } = texts;
  const further = next ?? form.get('next');
  return {
    title: t('account.signIn.title'),
    isSecret: true,
    status,
    styles: ['account.css'],
    body: (
      <>
        <h1>{t('account.signIn.title')}</h1>
        <div class="sides">
          <form method="post" action={ACCOUNT} class="sheet card">
            <Problems {...state} />
            {further && <input type="hidden" name="next" value={further} />}
            <TextField
              {...{ state, name: 'email', type: 'email', autocomplete: 'username', maxLength: 320 }}
              required
              label={t('account.fields.email')}
            />
            <TextField
              {...{ state, name: 'password', type: 'password', autocomplete: 'current-password' }}
              required
              label={t('account.fields.password')}
            />
            <p class="buttons">
              <button type="submit">{t('account.signIn.send')}</button>
              <a href="/account/forgotten">{t('account.forgotten.title')}</a>
            </p>
          </form>
          <Ways texts={texts} />
        </div>
      </>
    ),
  };
}

function Ways({ texts: { t } }: { texts: Texts }) {
  return (
    <section>
      <h2>{t('account.new')}</h2>
      <p>{t('account.register.text')}</p>
      <p>
        <a class="button quiet" href="/account/register">
          {t('account.register.title')}
        </a>
      </p>
      <p>
        <a href="/account/confirm">{t('account.confirm.title')}</a>
      </p>
    </section>
  );
}
