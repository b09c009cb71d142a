import type { ComponentChildren } from 'preact';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Calls } from '../../endpoints.ts';
import { Problems, TextField, type TextFieldProps } from '../form/fields.tsx';
import type { FormState, Problem } from '../form/form-state.ts';
import { listProblems } from '../form/list-problems.ts';
import type { PageRoute } from '../page.ts';
import type { Texts } from '../texts/texts.ts';
import { buildAccountPage } from './build-account-page.tsx';

type FieldName = 'email' | 'password' | 'newPassword' | 'code';
type FormName = 'register' | 'confirm' | 'mail' | 'forgotten' | 'password';

/** The input fields, with the names that the API and password managers use. */
const FIELDS: Record<FieldName, Pick<TextFieldProps, 'name' | 'type' | 'autocomplete' | 'maxLength'>> = {
  email: { name: 'email', type: 'email', autocomplete: 'username', maxLength: 320 },
  password: { name: 'password', type: 'password', autocomplete: 'current-password' },
  newPassword: { name: 'password', type: 'password', autocomplete: 'new-password' },
  code: { name: 'code', autocomplete: 'one-time-code', maxLength: 200 },
};

interface AccountForm<Id extends keyof Calls> {
  /** Its key in the texts under `account`. */
  name: FormName;
  path: string;
  operationId: Id;
  fields: readonly FieldName[];
  /** The form has e-mail and password of an account that it makes: it starts the account's session. */
  signsIn?: true;
  /** Renders the answer in place of the form. */
  show: (answer: Calls[Id]['answer'], texts: Texts, root: string) => ComponentChildren;
  /** Renders what follows the empty form. */
  after?: (texts: Texts) => ComponentChildren;
}

/** Returns the routes of a form that calls one endpoint of accounts, without a session, and shows its answer. */
export function accountForm<Id extends keyof Calls>(options: AccountForm<Id>): PageRoute[] {
  const { name, path, operationId, fields, signsIn, show, after } = options;
  const names = fields.map((field) => FIELDS[field].name);
  const buildPage = ({ t }: Texts, body: ComponentChildren, status: number) =>
    buildAccountPage(t(`account.${name}.title`), status, body);
  const showForm = (state: FormState, status = 200) => {
    const { texts } = state;
    const form = (
      <>
        <p>{texts.t(`account.${name}.text`)}</p>
        <form method="post" action={path} class="sheet">
          <Problems {...state} />
          {fields.map((field) => (
            <TextField
              key={field}
              {...FIELDS[field]}
              state={state}
              required
              label={texts.t(`account.fields.${field}`)}
              hint={field === 'newPassword' ? texts.t('account.passwordHint') : undefined}
            />
          ))}
          <button type="submit">{texts.t(`account.${name}.send`)}</button>
        </form>
        {after?.(texts)}
      </>
    );
    return buildPage(texts, form, status);
  };
  return [
    {
      method: 'get',
      path,
      show: ({ texts, form }) => showForm({ texts, form, problems: [] }),
    },
    {
      method: 'post',
      path,
      async show({ texts, form, ask, root }) {
        try {
          const body = Object.fromEntries(names.map((field) => [field, form.get(field) ?? '']));
          const answer = await ask(operationId, { body: body as never });
          if (signsIn) await ask('signInAccount', { body: body as never }).catch(ignoreRefusal);
          return buildPage(texts, show(answer, texts, root), 200);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          return showForm({ texts, form, problems: describeRefusal(texts, error, names) }, error.status);
        }
      },
    },
  ];
}

/** The account is there and its key must be shown: an owner who is not signed in signs in by hand. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}

/** Returns the problems of a refused call of an accounts endpoint, by field of the form. */
export function describeRefusal(texts: Texts, error: ApiError, names: readonly string[]): Problem[] {
  const { t } = texts;
  if (error.code === 'invalid_credentials') {
    if (names.includes('code')) return [{ field: 'code', text: t('account.wrongCode') }];
    if (!names.includes('email')) return [{ field: 'password', text: t('account.wrongPassword') }];
    return [{ text: t('account.wrong') }];
  }
  if (error.code === 'invalid_state') return [{ text: t('account.noMail') }];
  return listProblems(texts, error, names);
}
