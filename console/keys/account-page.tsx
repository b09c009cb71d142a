import { Badge, Box, Group, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { AdminAccountDetail } from '../../src/review/account-administration/admin-account-contract.ts';
import { useRead } from '../api/use-read.ts';
import { formatCount } from '../parts/text/number-format.ts';
import { loaded, PagedTable } from '../parts/paged-table.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Panel } from '../parts/panel.tsx';
import { loadPart } from '../load-file.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';
import { TextLink } from '../parts/text/text-link.tsx';
import { SenderBlockButton } from '../review/sender/sender-block-button.tsx';
import { SenderRecord } from '../review/sender/sender-record.tsx';
import { AccountActions } from './account-actions.tsx';
import { DailyCalls } from './daily-calls.tsx';
import { KeyState } from './key-state.tsx';
import { QuotaUse } from './quota-use.tsx';
import { RevokeKey } from './revoke-key.tsx';

const AccountWebhooks = loadPart(
  async () => (await import('./webhooks/account-webhooks.tsx')).AccountWebhooks,
);

export function AccountPage() {
  const { accountId } = useParams({ from: '/keys/$accountId' });
  const account = useRead('/accounts/{id}', { path: { id: accountId } });
  if (account.error && !account.data)
    return <ProblemNotice problem={account.error} onRetry={() => void account.refetch()} />;
  if (!account.data) return <Skeleton height={400} />;
  return <Account account={account.data} />;
}

function Account({ account }: { account: AdminAccountDetail }) {
  const { per_minute: perMinute } = account.rate_limit;
  return (
    <>
      <PageHeader
        title={
          <>
            {account.email}{' '}
            {account.status === 'blocked' && (
              <Badge color="red" size="lg">
                blocked
              </Badge>
            )}
          </>
        }
        tabTitle={account.email}
        note={
          <>
            Account since <RelativeTime value={account.created_at} />
          </>
        }
      >
        <AccountActions account={account} />
      </PageHeader>
      <SimpleGrid cols={{ base: 1, md: 2 }} mb="md">
        <Panel title="Limits">
          <Text size="sm" mb="xs">
            Tier <b>{account.tier}</b>:{' '}
            {perMinute === null ? 'no limit a minute' : `${formatCount(perMinute)} calls a minute`}
          </Text>
          <QuotaUse quota={account.quota} />
          <Text size="sm" mt="xs">
            {formatCount(account.calls_today)} calls today (UTC)
          </Text>
        </Panel>
        <Panel title="Calls in the last 30 days">
          <DailyCalls days={account.usage_days} />
        </Panel>
      </SimpleGrid>
      <Box mb="md">
        <Panel
          title="Submissions"
          actions={
            <SenderBlockButton
              sender={account.sender}
              place={{ entity: 'account', id: account.id }}
              filter={{ account_id: account.id }}
            />
          }
        >
          <Group gap={6} fz="sm">
            {account.sender.blocked_at && <Badge color="red">submissions blocked</Badge>}
            <SenderRecord sender={account.sender} />
            <TextLink to="/review" search={{ account_id: account.id, state: 'all' }}>
              All of them
            </TextLink>
          </Group>
        </Panel>
      </Box>
      <Panel title="Keys">
        <PagedTable
          label="Keys"
          state={loaded(account.keys)}
          rowKey={(key) => key.id}
          empty={<Text size="sm">This account has no key.</Text>}
          columns={[
            { header: 'Key', cell: (key) => <KeyState apiKey={key} /> },
            { header: 'Made', cell: (key) => <RelativeTime value={key.created_at} /> },
            { header: 'Last used', cell: (key) => <RelativeTime value={key.last_used_at} /> },
            { header: 'Revoked', cell: (key) => <RelativeTime value={key.revoked_at} /> },
            {
              header: 'Change',
              align: 'right',
              cell: (key) => key.status === 'active' && <RevokeKey apiKey={key} email={account.email} />,
            },
          ]}
        />
      </Panel>
      <Box mt="md">
        <Suspense fallback={<Skeleton height={120} />}>
          <AccountWebhooks accountId={account.id} />
        </Suspense>
      </Box>
    </>
  );
}
