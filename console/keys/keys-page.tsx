import { Badge, Button, Group, Select } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AdminAccount } from '../../src/accounts/administration/admin-account-contract.ts';
import { useListRead, useRead } from '../api/use-read.ts';
import { EmptyNotice } from '../parts/empty-notice.tsx';
import { FilterField } from '../parts/filter-field.tsx';
import { formatCount } from '../parts/text/number-format.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';
import { TextLink } from '../parts/text/text-link.tsx';
import { KeyState } from './key-state.tsx';
import { QuotaUse } from './quota-use.tsx';
import { RevokeLeaked } from './revoke-leaked.tsx';

export function KeysPage() {
  const search = useSearch({ from: '/keys' });
  const navigate = useNavigate({ from: '/keys' });
  const accounts = useListRead('/accounts', { query: { ...search, size: 50 } });
  const tiers = useRead('/tiers');
  const filter = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }), replace: true });
  return (
    <>
      <PageHeader title="API keys" note="Who calls the API, by account: one active key each">
        <Button
          variant="default"
          onClick={() => modals.open({ title: 'Revoke a leaked key', children: <RevokeLeaked /> })}
        >
          Revoke a leaked key…
        </Button>
      </PageHeader>
      <Group mb="sm">
        <FilterField label="E-mail or pfk_…" w={260} value={search.q} onFilter={(q) => filter({ q })} />
        <Select
          aria-label="Tier"
          placeholder="Any tier"
          clearable
          data={(tiers.data?.items ?? []).map(({ code }) => code)}
          value={search.tier ?? null}
          onChange={(tier) => filter({ tier: tier ?? undefined })}
        />
        <Select
          aria-label="State"
          placeholder="Any state"
          clearable
          data={['active', 'blocked']}
          value={search.status ?? null}
          onChange={(status) => filter({ status: status ?? undefined })}
        />
      </Group>
      <PagedTable<AdminAccount>
        label="Accounts"
        minWidth={860}
        state={accounts}
        rowKey={(account) => account.id}
        onPage={(page) => filter({ page })}
        empty={
          <EmptyNotice title="No account fits">
            Anybody gets a key by registering; `npm run key` makes one for a program of your own.
          </EmptyNotice>
        }
        columns={[
          {
            header: 'Account',
            cell: (account) => (
              <Group gap="xs">
                <TextLink to="/keys/$accountId" params={{ accountId: account.id }}>
                  {account.email}
                </TextLink>
                {account.status === 'blocked' && <Badge color="red">blocked</Badge>}
              </Group>
            ),
          },
          { header: 'Key', cell: (account) => <KeyState apiKey={account.key} /> },
          { header: 'Tier', cell: (account) => <Badge color="gray">{account.tier}</Badge> },
          { header: 'Calls today', align: 'right', cell: (account) => formatCount(account.calls_today) },
          { header: 'Quota', cell: (account) => <QuotaUse quota={account.quota} />, width: 220 },
          {
            header: 'Last used',
            cell: (account) => <RelativeTime value={account.key?.last_used_at} />,
          },
          { header: 'Since', cell: (account) => <RelativeTime value={account.created_at} /> },
        ]}
      />
    </>
  );
}
