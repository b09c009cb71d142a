import { ApiError } from '../../platform/http/api-error.ts';
import { CHALLENGE, WEBHOOK_EVENTS } from '../../platform/db/schema/webhooks.ts';
import type { Delivery, Webhook } from '../../publish/webhooks/webhook-contract.ts';
import type { Ask } from '../ask.ts';
import { FieldGroup, Problems, TextField } from '../form/fields.tsx';
import type { FormState } from '../form/form-state.ts';
import { listProblems } from '../form/list-problems.ts';
import { Secret } from '../form/secret.tsx';
import type { Page, PageContext, PageRoute } from '../page.ts';
import type { Texts } from '../texts/texts.ts';

const PATH = '/account/webhooks';
const FIELDS = ['key', 'url', 'events'];

/** The webhooks of a key. It is typed once, and goes from form to form in a hidden field: nothing keeps it. */
export const webhooksPages: readonly PageRoute[] = [
  {
    method: 'get',
    path: PATH,
    show: ({ texts, form }) => showKeyForm({ texts, form, problems: [] }),
  },
  { method: 'post', path: PATH, show: changeAndShow },
];

interface Listed {
  webhook: Webhook;
  /** The newest. */
  delivery: Delivery | undefined;
}

async function changeAndShow({ form, texts, ask, useKey }: PageContext): Promise<Page> {
  await useKey(form.get('key')?.trim() ?? '');
  const changed = await change(form, ask).catch(keepRefusal);
  const listed = await list(ask).catch(keepRefusal);
  // What refuses the list refuses the key.
  if (listed instanceof ApiError)
    return showKeyForm({ texts, form, problems: listProblems(texts, listed, FIELDS) }, listed.status);
  if (changed instanceof ApiError)
    return showWebhooks(
      { texts, form, problems: listProblems(texts, changed, FIELDS) },
      listed,
      changed.status,
    );
  const cleared = new URLSearchParams({ key: form.get('key') ?? '' });
  return showWebhooks({ texts, form: cleared, problems: [] }, listed, 200, changed);
}

function keepRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

/** What the button that was pressed asks for; the secret of a webhook that was made. */
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
        query: { size: '1' },
      });
      return { webhook, delivery: deliveries.items[0] };
    }),
  );
}

function showKeyForm(state: FormState, status = 200): Page {
  const { t } = state.texts;
  return {
    title: t('webhooks.title'),
    isSecret: true,
    status,
    body: (
      <>
        <h1>{t('webhooks.title')}</h1>
        <p>{t('webhooks.text')}</p>
        <form method="post" action={PATH} class="sheet">
          <Problems {...state} />
          <TextField
            {...{ state, name: 'key', type: 'password', required: true, autocomplete: 'off', maxLength: 100 }}
            label={t('account.apiKey')}
          />
          <button type="submit">{t('webhooks.show')}</button>
        </form>
      </>
    ),
  };
}

function showWebhooks(state: FormState, listed: readonly Listed[], status: number, secret?: string): Page {
  const { texts, form } = state;
  const { t } = texts;
  const key = form.get('key') ?? '';
  return {
    title: t('webhooks.title'),
    isSecret: true,
    scripts: ['copy.js'],
    status,
    body: (
      <>
        <h1>{t('webhooks.title')}</h1>
        {secret !== undefined && (
          <section class="card">
            <p role="status">{t('webhooks.made')}</p>
            <Secret texts={texts} label={t('webhooks.secret')} value={secret} />
          </section>
        )}
        <Problems {...state} />
        {listed.length === 0 && <p>{t('webhooks.none')}</p>}
        {listed.map((one) => (
          <WebhookCard key={one.webhook.id} {...one} apiKey={key} texts={texts} />
        ))}
        <section>
          <h2>{t('webhooks.add')}</h2>
          <form method="post" action={PATH} class="sheet">
            <input type="hidden" name="key" value={key} />
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
      </>
    ),
  };
}

function WebhookCard({ webhook, delivery, apiKey, texts }: Listed & { apiKey: string; texts: Texts }) {
  const { t, date } = texts;
  // A challenge is of use before it is answered, any other delivery afterwards.
  const canSendAgain =
    delivery !== undefined && webhook.state === (delivery.event === CHALLENGE ? 'unverified' : 'active');
  return (
    <section class="card">
      <h2>{webhook.url}</h2>
      <p>
        <strong>{t(`webhooks.${webhook.state}`)}</strong>{' '}
        {webhook.off_reason !== null && t(`webhooks.reason.${webhook.off_reason}`)}
      </p>
      <p>{webhook.events.join(', ')}</p>
      {delivery && (
        <p>
          {t('webhooks.last', { event: delivery.event, date: date(delivery.created_at) })}{' '}
          {t(`webhooks.delivery.${delivery.status}`)}
          {delivery.last_failure !== null && ` (${delivery.last_status ?? delivery.last_failure})`}
        </p>
      )}
      <form method="post" action={PATH} class="buttons">
        <input type="hidden" name="key" value={apiKey} />
        <input type="hidden" name="id" value={webhook.id} />
        {canSendAgain && (
          <>
            <input type="hidden" name="delivery" value={delivery.id} />
            <button type="submit" name="action" value="again">
              {t('webhooks.again')}
            </button>
          </>
        )}
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
