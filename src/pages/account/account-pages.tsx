import type { PageRoute } from '../page.ts';
import { accountForm } from './account-form.tsx';
import { keyPages, NewKeyShown } from './key-pages.tsx';
import { ownAccountPage } from './own-account-page.tsx';
import { ACCOUNT, signInPage, signOutPage } from './sign-in-page.tsx';
import { webhooksPages } from './webhooks-page.tsx';

/** The pages of an account: keys, usage and webhooks after sign-in, and the ways to get an account. */
export const accountPages: readonly PageRoute[] = [
  ownAccountPage,
  signInPage,
  signOutPage,
  ...keyPages,
  ...webhooksPages,
  ...accountForm({
    name: 'register',
    path: '/account/register',
    operationId: 'register',
    fields: ['email', 'newPassword'],
    signsIn: true,
    show: (account, texts, root) => <NewKeyShown {...{ account, texts, root }} />,
  }),
  ...accountForm({
    name: 'confirm',
    path: '/account/confirm',
    operationId: 'confirmEmail',
    fields: ['code'],
    show: ({ email }, { t }) => (
      <>
        <p role="status">{t('account.confirm.done', { email })}</p>
        <p>
          <a href={ACCOUNT}>{t('account.signIn.title')}</a>
        </p>
      </>
    ),
    after: ({ t }) => (
      <p>
        <a href="/account/confirmation">{t('account.mail.title')}</a>
      </p>
    ),
  }),
  ...accountForm({
    name: 'mail',
    path: '/account/confirmation',
    operationId: 'sendConfirmation',
    fields: ['email', 'password'],
    show: ({ email }, { t }) => (
      <>
        <p role="status">{t('account.mail.done', { email })}</p>
        <p>
          <a href="/account/confirm">{t('account.confirm.title')}</a>
        </p>
      </>
    ),
  }),
  ...accountForm({
    name: 'forgotten',
    path: '/account/forgotten',
    operationId: 'sendPasswordCode',
    fields: ['email'],
    show: ({ email }, { t }) => (
      <>
        <p role="status">{t('account.forgotten.done', { email })}</p>
        <p>
          <a href="/account/password">{t('account.password.title')}</a>
        </p>
      </>
    ),
    after: ({ t }) => (
      <p>
        <a href="/account/password">{t('account.password.title')}</a>
      </p>
    ),
  }),
  ...accountForm({
    name: 'password',
    path: '/account/password',
    operationId: 'setPassword',
    fields: ['code', 'newPassword'],
    show: ({ email }, { t }) => (
      <>
        <p role="status">{t('account.password.done', { email })}</p>
        <p>
          <a href={ACCOUNT}>{t('account.signIn.title')}</a>
        </p>
      </>
    ),
  }),
];
