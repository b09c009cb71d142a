import type { NewKey } from '../../access/accounts/account-contract.ts';
import { LONGEST_KEY_NAME } from '../../access/accounts/sessions/own-account-contract.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { Problems, TextField } from '../form/fields.tsx';
import type { FormState } from '../form/form-state.ts';
import { listProblems } from '../form/list-problems.ts';
import { Secret } from '../form/secret.tsx';
import type { Page, PageRoute } from '../page.ts';
import type { Texts } from '../texts/texts.ts';
import { describeRefusal } from './account-form.tsx';
import { buildAccountPage } from './build-account-page.tsx';
import { KeyCall } from './key-call.tsx';
import { showOwnAccount } from './own-account-page.tsx';
import { ACCOUNT, showSignedIn } from './sign-in-page.tsx';

const PATH = '/account/key';
const FIELDS = ['password', 'name'];

/** Names and replaces the key of the signed-in account. */
export const keyPages: readonly PageRoute[] = [
  {
    method: 'get',
    path: PATH,
    show: (context) =>
      showSignedIn(context, PATH, async () => {
        const { texts, ask } = context;
        const { keys } = await ask('getOwnAccount');
        const name = keys.find(({ revoked_at: revokedAt }) => revokedAt === null)?.name ?? '';
        return showForm({ texts, form: new URLSearchParams({ name }), problems: [] });
      }),
  },
  {
    method: 'post',
    path: PATH,
    show: (context) =>
      showSignedIn(context, PATH, async () => {
        const { texts, form, ask, root } = context;
        try {
          const body = { password: form.get('password') ?? '', name: form.get('name')?.trim() ?? '' };
          const account = await ask('replaceOwnKey', { body });
          const shown = <NewKeyShown account={account} texts={texts} root={root} />;
          return buildAccountPage(texts.t('account.key.title'), 200, shown);
        } catch (error) {
          if (!(error instanceof ApiError) || error.code === 'not_authenticated') throw error;
          return showForm({ texts, form, problems: describeRefusal(texts, error, FIELDS) }, error.status);
        }
      }),
  },
  {
    method: 'post',
    path: '/account/key/name',
    show: (context) =>
      showSignedIn(context, ACCOUNT, async () => {
        const { texts, form, ask } = context;
        try {
          await ask('nameKey', { body: { name: form.get('name')?.trim() ?? '' } });
          return { status: 303, location: ACCOUNT };
        } catch (error) {
          if (!(error instanceof ApiError) || error.code === 'not_authenticated') throw error;
          return await showOwnAccount(context, listProblems(texts, error, FIELDS), error.status);
        }
      }),
  },
];

function showForm(state: FormState, status = 200): Page {
  const { t } = state.texts;
  return buildAccountPage(
    t('account.key.title'),
    status,
    <>
      <p>{t('account.key.text')}</p>
      <form method="post" action={PATH} class="sheet">
        <Problems {...state} />
        <TextField
          {...{ state, name: 'name', maxLength: LONGEST_KEY_NAME, autocomplete: 'off' }}
          label={t('account.keyName')}
          hint={t('account.keyNameHint')}
        />
        <TextField
          {...{ state, name: 'password', type: 'password', autocomplete: 'current-password' }}
          required
          label={t('account.fields.password')}
        />
        <button type="submit">{t('account.key.send')}</button>
      </form>
    </>,
  );
}

/** Shows a new key, once. */
export function NewKeyShown({ account, texts, root }: { account: NewKey; texts: Texts; root: string }) {
  const { t } = texts;
  return (
    <>
      <div class="once" role="alert">
        <p>
          <strong>{t('account.keep')}</strong>
        </p>
        <Secret texts={texts} label={t('account.apiKey')} value={account.api_key} />
      </div>
      {account.awaits_confirmation ? (
        <p class="card">
          {t('account.awaits')} <a href="/account/confirm">{t('account.confirm.title')}</a>
        </p>
      ) : (
        <>
          <p>{t('account.howToSend')}</p>
          <KeyCall texts={texts} root={root} apiKey={account.api_key} />
        </>
      )}
      <p>
        <a class="button" href={ACCOUNT}>
          {t('account.kept')}
        </a>
      </p>
    </>
  );
}
