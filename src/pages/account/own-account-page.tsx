import { LONGEST_KEY_NAME, type OwnAccount } from '../../access/accounts/sessions/own-account-contract.ts';
import { Problems, TextField } from '../form/fields.tsx';
import type { Problem } from '../form/form-state.ts';
import { Table } from '../layout/table.tsx';
import type { Page, PageContext, PageRoute } from '../page.ts';
import type { Texts } from '../texts/texts.ts';
import { KeyCall } from './key-call.tsx';
import { ACCOUNT, showSignedIn } from './sign-in-page.tsx';
import { UsageChart } from './usage-chart.tsx';

export const ownAccountPage: PageRoute = {
  method: 'get',
  path: ACCOUNT,
  show: (context) => showSignedIn(context, ACCOUNT, () => showOwnAccount(context)),
};

/** Shows the signed-in account, with the problems of a refused key name. */
export async function showOwnAccount(
  { texts, form, ask, root }: PageContext,
  problems: readonly Problem[] = [],
  status = 200,
): Promise<Page> {
  const { t } = texts;
  const account = await ask('getOwnAccount');
  return {
    title: t('account.title'),
    isSecret: true,
    status,
    styles: ['account.css'],
    scripts: ['copy.js'],
    body: (
      <>
        <div class="own-head">
          <div>
            <h1>{t('account.title')}</h1>
            <p class="faint">{account.email}</p>
          </div>
          <form method="post" action="/account/sign-out">
            <button type="submit" class="plain">
              {t('account.signOut')}
            </button>
          </form>
        </div>
        <Usage account={account} texts={texts} />
        <Key account={account} texts={texts} root={root} form={form} problems={problems} />
        <section class="card">
          <h2>{t('webhooks.title')}</h2>
          <p>{t('webhooks.text')}</p>
          <p>
            <a href="/account/webhooks">{t('account.toWebhooks')}</a>
          </p>
        </section>
      </>
    ),
  };
}

function Usage({ account: { quota, rate_limit: rate, key, days }, texts }: ForAccount) {
  const { t, number } = texts;
  const limit = quota.limit === null ? t('account.unlimited') : number(quota.limit);
  return (
    <section class="card">
      <h2>{t('account.usage')}</h2>
      <dl class="figures">
        <div>
          <dt>{t('account.quota')}</dt>
          <dd>{t('account.usedOf', { used: number(quota.used), limit })}</dd>
        </div>
        <div>
          <dt>{t('account.perMinute')}</dt>
          <dd>{rate.per_minute === null ? t('account.unlimited') : number(rate.per_minute)}</dd>
        </div>
        <div>
          <dt>{t('account.tier')}</dt>
          <dd>{key.tier}</dd>
        </div>
      </dl>
      {quota.limit !== null && (
        <meter min={0} max={quota.limit} value={quota.used} aria-label={t('account.quota')} />
      )}
      <UsageChart days={days} texts={texts} />
    </section>
  );
}

interface ForAccount {
  account: OwnAccount;
  texts: Texts;
}

interface KeyProps extends ForAccount {
  root: string;
  form: URLSearchParams;
  problems: readonly Problem[];
}

function Key({ account: { keys }, texts, root, form, problems }: KeyProps) {
  const { t } = texts;
  const active = keys.find(({ revoked_at: revokedAt }) => revokedAt === null);
  const earlier = keys.filter((key) => key !== active);
  const named = problems.length > 0 ? form : new URLSearchParams({ name: active?.name ?? '' });
  const state = { texts, form: named, problems };
  return (
    <section class="card">
      <h2>{t('account.apiKey')}</h2>
      {active ? (
        <>
          <KeyTable keys={[active]} texts={texts} caption={t('account.apiKey')} />
          <form method="post" action="/account/key/name" class="sheet in-line">
            <Problems {...state} />
            <TextField
              {...{ state, name: 'name', maxLength: LONGEST_KEY_NAME, autocomplete: 'off' }}
              label={t('account.keyName')}
              hint={t('account.keyNameHint')}
            />
            <button type="submit" class="plain">
              {t('account.saveName')}
            </button>
          </form>
          <h3>{t('account.try')}</h3>
          <KeyCall texts={texts} root={root} apiKey={`${active.prefix}…`} />
          <p class="faint">{t('account.tryText')}</p>
        </>
      ) : (
        <p>{t('account.noKey')}</p>
      )}
      <p>
        <a class="button quiet" href="/account/key">
          {active ? t('account.key.title') : t('account.register.send')}
        </a>
      </p>
      {earlier.length > 0 && (
        <details>
          <summary>{t('account.earlierKeys')}</summary>
          <KeyTable keys={earlier} texts={texts} caption={t('account.earlierKeys')} />
        </details>
      )}
    </section>
  );
}

function KeyTable({
  keys,
  texts: { t, date },
  caption,
}: {
  keys: OwnAccount['keys'];
  texts: Texts;
  caption: string;
}) {
  const isRevoked = keys.some(({ revoked_at: revokedAt }) => revokedAt !== null);
  const headings = (['keyBegins', 'keyName', 'madeAt', 'usedAt'] as const).map((name) =>
    t(`account.${name}`),
  );
  return (
    <Table label={caption} headings={isRevoked ? [...headings, t('account.revokedAt')] : headings}>
      {keys.map((key) => (
        <tr key={key.created_at}>
          <th scope="row">
            <code>{key.prefix}…</code>
          </th>
          <td>{key.name ?? '–'}</td>
          <td>{date(key.created_at)}</td>
          <td>{key.last_used_at === null ? t('account.never') : date(key.last_used_at)}</td>
          {isRevoked && <td>{key.revoked_at === null ? '–' : date(key.revoked_at)}</td>}
        </tr>
      ))}
    </Table>
  );
}
