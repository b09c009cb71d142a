import { Button, Select } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { AdminAccountDetail } from '../../src/review/account-administration/admin-account-contract.ts';
import { useRead } from '../api/use-read.ts';
import { useAskedWrite } from '../api/use-asked-write.ts';
import { HandOver } from './hand-over.tsx';
import { openErasing } from '../parts/dialogs/erase-form.tsx';
import { formatCount } from '../parts/text/number-format.ts';

/** Changes the tier, hands the account over, blocks or unblocks it, or erases it. */
export function AccountActions({ account }: { account: AdminAccountDetail }) {
  const navigate = useNavigate();
  const tiers = useRead('/tiers');
  const setTier = useAskedWrite<string>({
    ask: (code) => {
      const tier = tiers.data?.items.find((item) => item.code === code);
      return {
        title: `Give ${account.email} the tier ${code}?`,
        consequences: [
          `From now on: ${describeLimit(tier?.per_minute, 'calls a minute')}, ${describeLimit(tier?.cumulative, 'calls in all')}.`,
          'Calls made so far count on.',
          ...(account.email_confirmed_at
            ? []
            : [
                'This e-mail is not confirmed: a stranger may have registered it, and would get the tier. Go on only if you know the holder; else hand the account over first.',
              ]),
        ],
        action: 'Change tier',
      };
    },
    write: (api, tier) =>
      api.patch('/accounts/{id}', {
        path: { id: account.id },
        body: { tier, holder_known: account.email_confirmed_at === null },
      }),
    done: (_account, tier) => `${account.email} has the tier ${tier}`,
    refresh: [['accounts']],
    failed: 'The tier is as before',
  });
  const setState = useAskedWrite<'block' | 'unblock'>({
    ask: (verb) =>
      verb === 'block'
        ? {
            title: `Block ${account.email}?`,
            consequences: [
              'Its key is revoked: calls with it are refused at once, and stay so after unblocking.',
              'It gets no new key until it is unblocked.',
            ],
            action: 'Block account',
            isDangerous: true,
          }
        : undefined,
    write: (api, verb) => api.post(`/accounts/{id}/${verb}`, { path: { id: account.id } }),
    done: (_account, verb) => `${account.email} is ${verb}ed`,
    refresh: [['accounts']],
    failed: 'The account is as before',
  });
  return (
    <>
      <Select
        aria-label="Tier"
        w={140}
        allowDeselect={false}
        data={(tiers.data?.items ?? []).map(({ code }) => code).filter((code) => code !== 'anonymous')}
        value={account.tier}
        disabled={setTier.isPending}
        onChange={(tier) => tier && tier !== account.tier && setTier.mutate(tier)}
      />
      <HandOver account={account} />
      {account.status === 'blocked' ? (
        <Button variant="default" onClick={() => setState.mutate('unblock')} loading={setState.isPending}>
          Unblock
        </Button>
      ) : (
        <Button variant="default" onClick={() => setState.mutate('block')} loading={setState.isPending}>
          Block…
        </Button>
      )}
      <Button
        variant="default"
        onClick={() =>
          openErasing({
            title: `Erase the account of ${account.email}?`,
            consequences: [
              'Its address, password, keys and usage are gone, and what of it waits for a review.',
              'Its approved submissions stay in the catalogue, without a name.',
            ],
            write: (api, reason) =>
              api.post('/accounts/{id}/erase', { path: { id: account.id }, body: { reason } }),
            done: `The account of ${account.email} is erased`,
            refresh: [['accounts'], ['submissions']],
            onDone: () => void navigate({ to: '/keys' }),
          })
        }
      >
        Erase…
      </Button>
    </>
  );
}

function describeLimit(limit: number | null | undefined, what: string): string {
  return limit === null || limit === undefined ? `no limit of ${what}` : `${formatCount(limit)} ${what}`;
}
