import { Group, Select } from '@mantine/core';
import type { QueueCounts } from '../../../src/review/queue/queue-contract.ts';
import { formatCount } from '../../parts/text/number-format.ts';
import { STATES, type ReviewSearch } from '../review-search.ts';

/** The filters of the queue, each choice with its number of submissions. */
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
  const sender = search.account_id ?? search.contact_of;
  if (sender && senders.every(({ value }) => value !== sender))
    senders.push({ value: sender, label: search.contact_of ? 'one contact' : 'one account' });
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
      <Filter
        label="Source"
        w={124}
        placeholder="Any source"
        data={[
          { value: 'public', label: withCount('public', counts?.source['public']) },
          { value: 'backflow', label: withCount('back-flow', counts?.source['backflow']) },
        ]}
        value={search.source}
        onChange={(source) => onFilter({ source })}
      />
      <Filter
        label="Sender"
        w={176}
        searchable
        placeholder="Any sender"
        data={senders}
        value={sender}
        onChange={(account) => onFilter({ account_id: account, contact_of: undefined })}
      />
      <Filter
        label="Kind"
        w={120}
        placeholder="Any kind"
        data={kinds.map((kind) => ({
          value: kind,
          label: withCount(kind === 'none' ? 'not known' : kind, counts?.kind[kind], isLeast('kind')),
        }))}
        value={search.kind}
        onChange={(kind) => onFilter({ kind })}
      />
      <Filter
        label="Barcode"
        w={128}
        placeholder="Any barcode"
        data={[
          { value: 'true', label: withCount('with barcode', counts?.gtin.with) },
          { value: 'false', label: withCount('without', counts?.gtin.without) },
        ]}
        value={search.has_gtin}
        onChange={(has) => onFilter({ has_gtin: has })}
      />
      <Filter
        label="Claimed by"
        w={128}
        placeholder="Any claim"
        data={[
          { value: 'me', label: withCount('claimed by me', counts?.claim.me) },
          { value: 'nobody', label: withCount('not claimed', counts?.claim.nobody) },
          { value: 'others', label: withCount('by others', counts?.claim.others) },
        ]}
        value={search.claimed_by}
        onChange={(by) => onFilter({ claimed_by: by })}
      />
      <Filter
        label="Questions"
        w={150}
        placeholder="Not waiting"
        data={[
          { value: 'answered', label: withCount('answered', counts?.question.answered) },
          { value: 'waiting', label: withCount('waiting', counts?.question.waiting) },
          { value: 'any', label: 'waiting or not' },
        ]}
        value={search.question}
        onChange={(question) => onFilter({ question })}
      />
      <Filter
        label="Assigned to"
        w={150}
        searchable
        placeholder="Any assignment"
        data={[
          { value: 'me', label: 'assigned to me' },
          { value: 'nobody', label: 'not assigned' },
          { value: 'others', label: 'to others' },
          ...(counts?.assigned ?? [])
            .filter(({ pending }) => pending > 0)
            .map(({ operator_id: value, email, pending }) => ({ value, label: withCount(email, pending) })),
        ]}
        value={search.assigned_to}
        onChange={(operator) => onFilter({ assigned_to: operator })}
      />
      <Filter
        label="Risk"
        w={112}
        placeholder="Any risk"
        data={[
          { value: 'high', label: 'high risk' },
          { value: 'some', label: 'some risk' },
          { value: 'none', label: 'no risk seen' },
        ]}
        value={search.risk}
        onChange={(risk) => onFilter({ risk })}
      />
      <Filter
        label="Record of the sender"
        w={150}
        placeholder="Any record"
        data={[
          { value: 'good', label: 'good record' },
          { value: 'fair', label: 'fair record' },
          { value: 'poor', label: 'poor record' },
          { value: 'unproven', label: 'not proven yet' },
        ]}
        value={search.record}
        onChange={(record) => onFilter({ record })}
      />
      <Filter
        label="Age"
        w={112}
        placeholder="Any age"
        data={[
          { value: '1d', label: 'older than a day' },
          { value: '7d', label: withCount('older than a week', counts?.age.over_7d, isLeast('age')) },
        ]}
        value={search.older_than}
        onChange={(age) => onFilter({ older_than: age })}
      />
      <Select
        aria-label="Order"
        w={132}
        allowDeselect={false}
        data={[
          { value: 'oldest', label: 'Oldest first' },
          { value: 'newest', label: 'Newest first' },
          { value: 'riskiest', label: 'Riskiest first' },
        ]}
        value={search.riskiest ? 'riskiest' : search.newest ? 'newest' : 'oldest'}
        onChange={(order) =>
          onFilter({ newest: order === 'newest' || undefined, riskiest: order === 'riskiest' || undefined })
        }
      />
    </Group>
  );
}

/** One choice of several; without one nothing is filtered by. */
function Filter<Value extends string>({
  label,
  value,
  onChange,
  ...rest
}: {
  label: string;
  w: number;
  placeholder: string;
  searchable?: boolean;
  data: { value: Value; label: string }[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}) {
  return (
    <Select
      aria-label={label}
      clearable
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      {...rest}
    />
  );
}

/** `atLeast`: counting has stopped, there may be more. */
function withCount(label: string, count: number | undefined, atLeast = false): string {
  return count === undefined ? label : `${label} (${formatCount(count)}${atLeast ? '+' : ''})`;
}
