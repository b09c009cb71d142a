import { Group, Select } from '@mantine/core';
import type { QueueCounts } from '../../../src/contributions/review/review-contract.ts';
import { formatCount } from '../../parts/text/number-format.ts';
import { STATES, type ReviewSearch } from '../review-search.ts';

/** What narrows the queue, each choice with how many entries it has. */
export function QueueFilters({
  search,
  counts,
  onFilter,
}: {
  search: ReviewSearch;
  counts: QueueCounts | undefined;
  onFilter: (change: Partial<ReviewSearch>) => void;
}) {
  const kinds = Object.keys(counts?.kind ?? {});
  const isLeast = (name: 'kind' | 'age') => counts?.at_least.includes(name) ?? false;
  const senders = (counts?.sender ?? []).map(({ account_id: value, email, pending }) => ({
    value,
    label: withCount(email, pending),
  }));
  const sender = search.account_id;
  if (sender && senders.every(({ value }) => value !== sender))
    senders.push({ value: sender, label: 'one account' });
  return (
    <Group gap={6} mb="sm">
      <Select
        aria-label="State"
        w={132}
        allowDeselect={false}
        data={STATES.map((state) => ({ value: state, label: withCount(state, counts?.state[state]) }))}
        value={search.state ?? 'pending'}
        onChange={(state) =>
          onFilter({ state: state === 'pending' ? undefined : STATES.find((known) => known === state) })
        }
      />
      <Select
        aria-label="Source"
        w={124}
        clearable
        placeholder="Any source"
        data={[
          { value: 'public', label: withCount('public', counts?.source['public']) },
          { value: 'backflow', label: withCount('back-flow', counts?.source['backflow']) },
        ]}
        value={search.source ?? null}
        onChange={(source) => onFilter({ source: source ?? undefined })}
      />
      <Select
        aria-label="Sender"
        w={176}
        clearable
        placeholder="Any sender"
        data={senders}
        value={sender ?? null}
        onChange={(account) => onFilter({ account_id: account ?? undefined })}
      />
      <Select
        aria-label="Kind"
        w={120}
        clearable
        placeholder="Any kind"
        data={kinds.map((kind) => ({
          value: kind,
          label: withCount(kind === 'none' ? 'not known' : kind, counts?.kind[kind], isLeast('kind')),
        }))}
        value={search.kind ?? null}
        onChange={(kind) => onFilter({ kind: kind ?? undefined })}
      />
      <Select
        aria-label="Barcode"
        w={128}
        clearable
        placeholder="Any barcode"
        data={[
          { value: 'true', label: withCount('with barcode', counts?.gtin.with) },
          { value: 'false', label: withCount('without', counts?.gtin.without) },
        ]}
        value={search.has_gtin ?? null}
        onChange={(has) => onFilter({ has_gtin: has ?? undefined })}
      />
      <Select
        aria-label="Claimed by"
        w={128}
        clearable
        placeholder="Any claim"
        data={[
          { value: 'me', label: withCount('claimed by me', counts?.claim.me) },
          { value: 'nobody', label: withCount('not claimed', counts?.claim.nobody) },
          { value: 'others', label: withCount('by others', counts?.claim.others) },
        ]}
        value={search.claimed_by ?? null}
        onChange={(by) => onFilter({ claimed_by: (by as ReviewSearch['claimed_by'] | null) ?? undefined })}
      />
      <Select
        aria-label="Age"
        w={112}
        clearable
        placeholder="Any age"
        data={[
          { value: '1d', label: 'older than a day' },
          { value: '7d', label: withCount('older than a week', counts?.age.over_7d, isLeast('age')) },
        ]}
        value={search.older_than ?? null}
        onChange={(age) => onFilter({ older_than: age ?? undefined })}
      />
      <Select
        aria-label="Order"
        w={122}
        allowDeselect={false}
        data={[
          { value: 'oldest', label: 'Oldest first' },
          { value: 'newest', label: 'Newest first' },
        ]}
        value={search.newest ? 'newest' : 'oldest'}
        onChange={(order) => onFilter({ newest: order === 'newest' || undefined })}
      />
    </Group>
  );
}

/** `atLeast`: counting has stopped, there may be more. */
function withCount(label: string, count: number | undefined, atLeast = false): string {
  return count === undefined ? label : `${label} (${formatCount(count)}${atLeast ? '+' : ''})`;
}
