import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { AdminTier } from '../../src/access/tiers/tier-contract.ts';
import { useRead } from '../api/use-read.ts';
import { EmptyNotice } from '../parts/empty-notice.tsx';
import { formatCount } from '../parts/text/number-format.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { TextLink } from '../parts/text/text-link.tsx';
import { ChangeTier } from './change-tier.tsx';

export function TiersPage() {
  const tiers = useRead('/tiers');
  return (
    <>
      <PageHeader title="Tiers" note="What callers may do; a change is in force within seconds" />
      <PagedTable<AdminTier>
        label="Tiers"
        state={tiers}
        rowKey={(tier) => tier.code}
        empty={<EmptyNotice title="There is no tier" />}
        columns={[
          { header: 'Tier', cell: (tier) => tier.code },
          { header: 'Calls a minute', align: 'right', cell: (tier) => describeLimit(tier.per_minute) },
          { header: 'Calls in all', align: 'right', cell: (tier) => describeLimit(tier.cumulative) },
          {
            header: 'Back-flow a day',
            align: 'right',
            cell: (tier) => describeLimit(tier.backflow_per_day),
          },
          {
            header: 'Back-flow waiting',
            align: 'right',
            cell: (tier) => describeLimit(tier.backflow_pending),
          },
          {
            header: 'Accounts',
            align: 'right',
            cell: (tier) =>
              tier.code === 'anonymous' ? (
                'by address'
              ) : (
                <TextLink to="/keys" search={{ tier: tier.code }}>
                  {formatCount(tier.accounts)}
                </TextLink>
              ),
          },
          {
            header: 'Change',
            align: 'right',
            cell: (tier) => (
              <Button
                variant="default"
                aria-label={`Change ${tier.code}`}
                onClick={() =>
                  modals.open({ title: `Tier ${tier.code}`, children: <ChangeTier tier={tier} /> })
                }
              >
                Change…
              </Button>
            ),
          },
        ]}
      />
    </>
  );
}

function describeLimit(limit: number | null): string {
  return limit === null ? 'no limit' : formatCount(limit);
}
