import { ApiError } from '../../platform/http/api-error.ts';
import { CHALLENGE, WEBHOOK_EVENTS } from '../../platform/db/schema/webhooks.ts';
import { OFF_AFTER_DAYS } from '../../publish/webhooks/switch-off-contract.ts';
import type { Delivery, Webhook } from '../../publish/webhooks/webhook-contract.ts';
import type { Ask } from '../ask.ts';
import { FieldGroup, Problems, TextField } from '../form/fields.tsx';
import type { FormState, Problem } from '../form/form-state.ts';
import { listProblems } from '../form/list-problems.ts';
import { Secret } from '../form/secret.tsx';
import { Table } from '../layout/table.tsx';
import type { Page, PageContext, PageRoute } from '../page.ts';
import type { Texts } from '../texts/texts.ts';
import { buildAccountPage } from './build-account-page.tsx';
import { ACCOUNT, showSignedIn } from './sign-in-page.tsx';

const PATH = '/account/webhooks';
const FIELDS = ['url', 'events'];
const SHOWN_DELIVERIES = 10;

/** The webhooks of the signed-in account, with their latest deliveries. */
export const webhooksPages: readonly PageRoute[] = [
  {
    method: 'get',
    path: PATH,
    show: (context) =>
      showSignedIn(context, PATH, async () => {
        await context.useSession();
        return await listAndShow(context);
      }),
  },
  {
    method: 'post',
    path: PATH,
    show: (context) => showSignedIn(context, PATH, () => changeAndShow(context)),
  },
];

interface Listed {
  webhook: Webhook;
  /** Newest first. */
  deliveries: Delivery[];
}

async function changeAndShow(context: PageContext): Promise<Page> {
  const { form, texts, ask, useSession } = context;
  await useSession();
  try {
    return await listAndShow(context, { secret: await change(form, ask) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problems = listProblems(texts, error, FIELDS);
    return await listAndShow(context, { form, problems, status: error.status });
  }
}

interface Changed {
  /** The secret of a webhook that was just created. */
  secret?: string | undefined;
  /** The refused form, its problems and the status of the page. */
  form?: URLSearchParams;
  problems?: readonly Problem[];
  status?: number;
}

async function listAndShow({ texts, ask }: PageContext, changed: Changed = {}): Promise<Page> {
  const { secret, form = new URLSearchParams(), problems = [], status = 200 } = changed;
  const listed = await list(ask).catch((error: unknown) => {
    // The account has no valid key, so it may not use webhooks.
    if (error instanceof ApiError && error.code === 'invalid_api_key') return undefined;
    throw error;
  });
  if (!listed) return buildPage(texts, 200, <NoKey texts={texts} />);
  return showWebhooks({ texts, form, problems }, listed, status, secret);
}

/** Runs the action of the pressed button. Returns the secret of a new webhook. */
async function change(form: URLSearchParams, ask: Ask): Promise<string | undefined> {
  const params = { id: form.get('id') };
  const action = form.get('action');
  if (action === 'add') {
    const body = { url: form.get('url')?.trim(), events: form.getAll('events') };
    return (await ask('createWebhook', { body })).secret;
  }
  if (action === 'remove') await ask('deleteWebhook', { params });
  if (action === 'on' || action === 'off')
    await ask('changeWebhook', { params, body: { active: action === 'on' } });
  if (action === 'again')
    await ask('replayWebhookDelivery', { params: { ...params, delivery: form.get('delivery') } });
  return undefined;
}

async function list(ask: Ask): Promise<Listed[]> {
  const { items } = await ask('listWebhooks');
  return await Promise.all(
    items.map(async (webhook) => {
      const deliveries = await ask('listWebhookDeliveries', {
        params: { id: webhook.id },
        query: { size: String(SHOWN_DELIVERIES) },
      });
      return { webhook, deliveries: deliveries.items };
    }),
  );
}

function buildPage(texts: Texts, status: number, body: Page['body']): Page {
  const { t } = texts;
  const above = (
    <p>
      <a href={ACCOUNT}>{t('account.title')}</a>
    </p>
  );
  return buildAccountPage(t('webhooks.title'), status, body, above);
}

function NoKey({ texts: { t } }: { texts: Texts }) {
  return (
    <p>
      {t('account.noKey')} <a href="/account/key">{t('account.register.send')}</a>
    </p>
  );
}

function showWebhooks(state: FormState, listed: readonly Listed[], status: number, secret?: string): Page {
  const { texts, form } = state;
  const { t } = texts;
  return buildPage(
    texts,
    status,
    <>
      {secret !== undefined && (
        <section class="card">
          <p role="status">{t('webhooks.made')}</p>
          <Secret texts={texts} label={t('webhooks.secret')} value={secret} />
        </section>
      )}
      <Problems {...state} />
      {listed.length === 0 && <p>{t('webhooks.none')}</p>}
      {listed.map((one) => (
        <WebhookCard key={one.webhook.id} {...one} texts={texts} />
      ))}
      <section>
        <h2>{t('webhooks.add')}</h2>
        <form method="post" action={PATH} class="sheet">
          <TextField
            {...{ state, name: 'url', type: 'url', required: true, maxLength: 1_000 }}
            label={t('webhooks.url')}
            hint={t('webhooks.urlHint')}
          />
          <FieldGroup {...{ state, name: 'events' }} label={t('webhooks.events')}>
            {WEBHOOK_EVENTS.map((event) => (
              <label key={event} class="tick">
                <input
                  type="checkbox"
                  name="events"
                  value={event}
                  checked={form.getAll('events').includes(event)}
                />{' '}
                <code>{event}</code>
              </label>
            ))}
          </FieldGroup>
          <button type="submit" name="action" value="add">
            {t('webhooks.add')}
          </button>
        </form>
      </section>
    </>,
  );
}

function WebhookCard({ webhook, deliveries, texts }: Listed & { texts: Texts }) {
  const { t } = texts;
  return (
    <section class="card">
      <h2>{webhook.url}</h2>
      <p>
        <strong>{t(`webhooks.${webhook.state}`)}</strong>{' '}
        {webhook.off_reason !== null && t(`webhooks.reason.${webhook.off_reason}`, { days: OFF_AFTER_DAYS })}
      </p>
      <p>{webhook.events.join(', ')}</p>
      {deliveries.length > 0 && <Deliveries {...{ webhook, deliveries, texts }} />}
      <form method="post" action={PATH} class="buttons">
        <input type="hidden" name="id" value={webhook.id} />
        {webhook.state === 'off' ? (
          <button type="submit" name="action" value="on">
            {t('webhooks.switchOn')}
          </button>
        ) : (
          <button type="submit" name="action" value="off" class="plain">
            {t('webhooks.switchOff')}
          </button>
        )}
        <button type="submit" name="action" value="remove" class="plain">
          {t('webhooks.remove')}
        </button>
      </form>
    </section>
  );
}

function Deliveries({ webhook, deliveries, texts }: Listed & { texts: Texts }) {
  const { t, moment } = texts;
  // A challenge is useful before verification, any other delivery afterwards.
  const canSendAgain = ({ event }: Delivery) =>
    webhook.state === (event === CHALLENGE ? 'unverified' : 'active');
  return (
    <Table
      label={t('webhooks.deliveries')}
      isCaptioned
      class="deliveries"
      headings={[
        t('webhooks.event'),
        t('webhooks.when'),
        t('account.state'),
        <span class="unseen">{t('webhooks.again')}</span>,
      ]}
    >
      {deliveries.map((delivery) => (
        <tr key={delivery.id}>
          <td>{delivery.event}</td>
          <td>{moment(delivery.created_at)}</td>
          <td class={delivery.status}>
            {t(`webhooks.delivery.${delivery.status}`)}
            {delivery.last_failure !== null && ` (${delivery.last_status ?? delivery.last_failure})`}
          </td>
          <td>
            {canSendAgain(delivery) && (
              <form method="post" action={PATH}>
                <input type="hidden" name="id" value={webhook.id} />
                <input type="hidden" name="delivery" value={delivery.id} />
                <button type="submit" name="action" value="again" class="plain small">
                  {t('webhooks.again')}
                </button>
              </form>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
