import type { Account, NewKey } from '../../access/accounts/account-contract.ts';
import { Secret } from '../form/secret.tsx';
import type { PageRoute } from '../page.ts';
import type { Texts } from '../texts/texts.ts';
import { accountForm } from './account-form.tsx';
import { webhooksPages } from './webhooks-page.tsx';

/** Keys and how much of them is used: without a session, each form asks for e-mail and password, and webhooks for the key. */
export const accountPages: readonly PageRoute[] = [
  ...accountForm({
    name: 'usage',
    path: '/account',
    operationId: 'getAccount',
    fields: ['email', 'password'],
    show: (account, texts) => <Usage account={account} texts={texts} />,
    after: (texts) => <Ways texts={texts} />,
  }),
  ...accountForm({
    name: 'register',
    path: '/account/register',
    operationId: 'register',
    fields: ['email', 'newPassword'],
    show: (account, texts) => <Key account={account} texts={texts} />,
  }),
  ...accountForm({
    name: 'key',
    path: '/account/key',
    operationId: 'regenerateKey',
    fields: ['email', 'password'],
    show: (account, texts) => <Key account={account} texts={texts} />,
  }),
  ...accountForm({
    name: 'confirm',
    path: '/account/confirm',
    operationId: 'confirmEmail',
    fields: ['code'],
    show: ({ email }, { t }) => <p role="status">{t('account.confirm.done', { email })}</p>,
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
    name: 'password',
    path: '/account/password',
    operationId: 'setPassword',
    fields: ['code', 'newPassword'],
    show: ({ email }, { t }) => (
      <>
        <p role="status">{t('account.password.done', { email })}</p>
        <p>
          <a href="/account/key">{t('account.key.title')}</a>
        </p>
      </>
    ),
  }),
  ...webhooksPages,
];

function Key({ account, texts }: { account: NewKey; texts: Texts }) {
  const { t } = texts;
  return (
    <>
      <p role="status">{t('account.keep')}</p>
      <Secret texts={texts} label={t('account.apiKey')} value={account.api_key} />
      <p>{t('account.howToSend')}</p>
      <Usage account={account} texts={texts} />
    </>
  );
}

function Usage({
  account: { email, key, quota, rate_limit: rateLimit, ...account },
  texts,
}: {
  account: Account;
  texts: Texts;
}) {
  const { t, number, date } = texts;
  const rows = [
    [t('account.fields.email'), email],
    [t('account.keyBegins'), `${key.prefix}…`],
    [t('account.state'), t(`account.${key.status}`)],
    [t('account.tier'), key.tier],
    [t('account.madeAt'), date(key.created_at)],
    [t('account.usedAt'), key.last_used_at === null ? t('account.never') : date(key.last_used_at)],
    [
      t('account.quota'),
      quota.limit === null
        ? t('account.usedOf', { used: number(quota.used), limit: t('account.unlimited') })
        : t('account.usedOf', { used: number(quota.used), limit: number(quota.limit) }),
    ],
    [
      t('account.perMinute'),
      rateLimit.per_minute === null ? t('account.unlimited') : number(rateLimit.per_minute),
    ],
  ];
  return (
    <>
      {account.awaits_confirmation && (
        <p class="card">
          {t('account.awaits')} <a href="/account/confirm">{t('account.confirm.title')}</a>
        </p>
      )}
      <div class="scrolled">
        <table>
          <tbody>
            {rows.map(([label, value]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {quota.limit !== null && (
        <meter min={0} max={quota.limit} value={quota.used} aria-label={t('account.quota')} />
      )}
    </>
  );
}

function Ways({ texts: { t } }: { texts: Texts }) {
  const ways = [
    ['/account/register', t('account.register.title'), t('account.register.text')],
    ['/account/key', t('account.key.title'), t('account.key.text')],
    ['/account/webhooks', t('webhooks.title'), t('webhooks.text')],
    ['/account/confirm', t('account.confirm.title'), t('account.confirm.text')],
    ['/account/password', t('account.password.title'), t('account.password.text')],
  ];
  return (
    <section>
      <h2>{t('account.more')}</h2>
      <ul class="ways">
        {ways.map(([href, title, text]) => (
          <li key={href}>
            <a href={href}>{title}</a>
            <br />
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
