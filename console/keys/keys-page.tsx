import { Badge, Button, Group } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AdminAccount } from '../../src/review/account-administration/admin-account-contract.ts';
import { useListRead, useRead } from '../api/use-read.ts';
import { EmptyNotice } from '../parts/empty-notice.tsx';
import { FilterField } from '../parts/filter-field.tsx';
import { Choice } from '../parts/list/choice.tsx';
import { omitListSearch } from '../parts/list/list-search.ts';
import { LookMenu } from '../parts/list/look-menu.tsx';
import { useListLook } from '../parts/list/use-list-look.ts';
import { formatCount } from '../parts/text/number-format.ts';
import { PagedTable, type Column } from '../parts/paged-table.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';
import { TextLink } from '../parts/text/text-link.tsx';
import { KeyState } from './key-state.tsx';
import { NewKey } from './new-key.tsx';
import { QuotaUse } from './quota-use.tsx';
import { RevokeLeaked } from './revoke-leaked.tsx';

const COLUMNS: Column<AdminAccount>[] = [
  {
    header: 'Account',
    order: { up: 'email', down: '-email' },
    cell: (account) => (
      <Group gap="xs">
        <TextLink to="/keys/$accountId" params={{ accountId: account.id }}>
          {account.email}
        </TextLink>
        {account.status === 'blocked' && <Badge color="red">blocked</Badge>}
      </Group>
    ),
  },
  { id: 'key', header: 'Key', cell: (account) => <KeyState apiKey={account.key} /> },
  {
    id: 'tier',
    header: 'Tier',
    order: { up: 'tier', down: '-tier' },
    cell: (account) => <Badge color="gray">{account.tier}</Badge>,
  },
  {
    id: 'calls',
    header: 'Calls today',
    align: 'right',
    order: { up: 'calls_today', down: '-calls_today', isDownFirst: true },
    cell: (account) => formatCount(account.calls_today),
  },
  { id: 'quota', header: 'Quota', cell: (account) => <QuotaUse quota={account.quota} />, width: 220 },
  { id: 'used', header: 'Last used', cell: (account) => <RelativeTime value={account.key?.last_used_at} /> },
  {
    id: 'created',
    header: 'Since',
    order: { up: 'created', down: '-created', isDownFirst: true },
    cell: (account) => <RelativeTime value={account.created_at} />,
  },
];

export function KeysPage() {
  const search = useSearch({ from: '/keys' });
  const navigate = useNavigate({ from: '/keys' });
  const accounts = useListRead('/accounts', {
    query: { ...omitListSearch(search), page: search.page, size: 50 },
  });
  const tiers = useRead('/tiers');
  const filter = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, page: undefined, ...change }), replace: true });
  const look = useListLook({ list: 'keys', columns: COLUMNS, search, onChange: filter });
  return (
    <>
      <PageHeader title="API keys" note="Who calls the API, by account: one active key each">
        <LookMenu look={look} />
        <Button onClick={() => modals.open({ title: 'New key', children: <NewKey /> })}>New key…</Button>
        <Button
          variant="default"
          onClick={() => modals.open({ title: 'Revoke a leaked key', children: <RevokeLeaked /> })}
        >
          Revoke a leaked key…
        </Button>
      </PageHeader>
      <Group mb="sm">
        <FilterField label="E-mail or pfk_…" w={260} value={search.q} onFilter={(q) => filter({ q })} />
        <Choice
          label="Tier"
          any="Any tier"
          data={(tiers.data?.items ?? []).map(({ code }) => code)}
          value={search.tier}
          onChange={(tier) => filter({ tier })}
        />
        <Choice
          label="State"
          any="Any state"
          data={['active', 'blocked'] as const}
          value={search.status}
          onChange={(status) => filter({ status })}
        />
      </Group>
      <PagedTable<AdminAccount>
        {...look.table}
        label="Accounts"
        minWidth={860}
        state={accounts}
        rowKey={(account) => account.id}
        onPage={(page) => filter({ page })}
        empty={
          <EmptyNotice title="No account fits">
            Anybody gets a key by registering; “New key” makes one for a shop or a program of your own.
          </EmptyNotice>
        }
      />
    </>
  );
}
