import type { QueueCounts } from '../../../src/review/queue/queue-contract.ts';
import { formatCount } from '../../parts/text/number-format.ts';
import { STATES, type ReviewSearch } from '../review-search.ts';

interface QueueFilter {
  label: string;
  /** Shown while the filter is not set. */
  placeholder: string;
  data: { value: string; label: string }[];
  /** Undefined while the filter is not set. */
  value: string | undefined;
  isSearchable?: true;
  change: (value: string | undefined) => Partial<ReviewSearch>;
}

/** The filters of the queue, each choice with its number of submissions. */
export function listFilters(search: ReviewSearch, counts: QueueCounts | undefined): QueueFilter[] {
  const isLeast = (name: 'kind' | 'age') => counts?.at_least.includes(name) ?? false;
  const senders = (counts?.sender ?? []).map(({ account_id: value, email, pending }) => ({
    value,
    label: withCount(email, pending),
  }));
  const sender = search.account_id ?? search.contact_of;
  if (sender && senders.every(({ value }) => value !== sender))
    senders.push({ value: sender, label: search.contact_of ? 'one contact' : 'one account' });
  const of = (name: keyof ReviewSearch) => ({
    value: search[name] as string | undefined,
    change: (value: string | undefined) => ({ [name]: value }) as Partial<ReviewSearch>,
  });
  return [
    {
      label: 'State',
      placeholder: withCount('pending', counts?.state['pending']),
      data: STATES.filter((state) => state !== 'pending').map((state) => ({
        value: state,
        label: withCount(state, counts?.state[state]),
      })),
      ...of('state'),
      value: search.state === 'pending' ? undefined : search.state,
    },
    {
      label: 'Source',
      placeholder: 'Any source',
      data: [
        { value: 'public', label: withCount('public', counts?.source['public']) },
        { value: 'backflow', label: withCount('back-flow', counts?.source['backflow']) },
      ],
      ...of('source'),
    },
    {
      label: 'Sender',
      placeholder: 'Any sender',
      isSearchable: true,
      data: senders,
      value: sender,
      change: (value) => ({ account_id: value, contact_of: undefined }),
    },
    {
      label: 'Kind',
      placeholder: 'Any kind',
      data: Object.keys(counts?.kind ?? {}).map((kind) => ({
        value: kind,
        label: withCount(kind === 'none' ? 'not known' : kind, counts?.kind[kind], isLeast('kind')),
      })),
      ...of('kind'),
    },
    {
      label: 'Barcode',
      placeholder: 'Any barcode',
      data: [
        { value: 'true', label: withCount('with barcode', counts?.gtin.with) },
        { value: 'false', label: withCount('without', counts?.gtin.without) },
      ],
      ...of('has_gtin'),
    },
    {
      label: 'Pictures',
      placeholder: 'Pictures or none',
      data: [
        { value: 'true', label: 'with pictures, large' },
        { value: 'false', label: 'without pictures' },
      ],
      ...of('has_pictures'),
    },
    {
      label: 'Claimed by',
      placeholder: 'Any claim',
      data: [
        { value: 'me', label: withCount('claimed by me', counts?.claim.me) },
        { value: 'nobody', label: withCount('not claimed', counts?.claim.nobody) },
        { value: 'others', label: withCount('by others', counts?.claim.others) },
      ],
      ...of('claimed_by'),
    },
    {
      label: 'Questions',
      placeholder: 'Not waiting',
      data: [
        { value: 'answered', label: withCount('answered', counts?.question.answered) },
        { value: 'waiting', label: withCount('waiting', counts?.question.waiting) },
        { value: 'any', label: 'waiting or not' },
      ],
      ...of('question'),
    },
    {
      label: 'Assigned to',
      placeholder: 'Any assignment',
      isSearchable: true,
      data: [
        { value: 'me', label: 'assigned to me' },
        { value: 'nobody', label: 'not assigned' },
        { value: 'others', label: 'to others' },
        ...(counts?.assigned ?? [])
          .filter(({ pending }) => pending > 0)
          .map(({ operator_id: value, email, pending }) => ({ value, label: withCount(email, pending) })),
      ],
      ...of('assigned_to'),
    },
    {
      label: 'Risk',
      placeholder: 'Any risk',
      data: [
        { value: 'high', label: 'high risk' },
        { value: 'some', label: 'some risk' },
        { value: 'none', label: 'no risk seen' },
      ],
      ...of('risk'),
    },
    {
      label: 'Record of the sender',
      placeholder: 'Any record',
      data: [
        { value: 'good', label: 'good record' },
        { value: 'fair', label: 'fair record' },
        { value: 'poor', label: 'poor record' },
        { value: 'unproven', label: 'not proven yet' },
      ],
      ...of('record'),
    },
    {
      label: 'Age',
      placeholder: 'Any age',
      data: [
        { value: '1d', label: 'older than a day' },
        { value: '7d', label: withCount('older than a week', counts?.age.over_7d, isLeast('age')) },
      ],
      ...of('older_than'),
    },
  ];
}

/** `atLeast`: counting stopped early, so there may be more. */
function withCount(label: string, count: number | undefined, atLeast = false): string {
  return count === undefined ? label : `${label} (${formatCount(count)}${atLeast ? '+' : ''})`;
}
