import {
  Button,
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { modals } from '@mantine/modals';
import { useMutation } from '@tanstack/react-query';
import type { JudgedRule, ReviewRule, RuleConditions } from '../../src/review/rules/rule-contract.ts';
import { RULE_FACTS, RULE_SUGGESTIONS, type Suggestion } from '../../src/review/rules/rule-parts-contract.ts';
import type { Body } from '../api/api-calls.ts';
import { useApi } from '../api/api-context.ts';
import { useRead } from '../api/use-read.ts';
import { useWrite } from '../api/use-write.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { ReasonField } from '../review/reasons/reason-field.tsx';
import { nameRuleFact, SUGGESTED } from './describe-rule.ts';
import { JudgedRuleNote } from './judged-rule.tsx';

const FACT_CHOICES = RULE_FACTS.map((value) => ({ value, label: nameRuleFact(value) }));
const RECORD_CHOICES = [
  { value: 'good', label: 'good' },
  { value: 'fair', label: 'fair' },
  { value: 'poor', label: 'poor' },
  { value: 'unproven', label: 'not proven yet' },
];

/** Creates or edits a rule; `start` prefills a new one. */
export function RuleForm({
  rule,
  start = {},
  startEmail = null,
}: {
  rule?: ReviewRule;
  start?: RuleConditions;
  startEmail?: string | null;
}) {
  const conditions = rule?.conditions ?? start;
  const form = useForm<Values>({
    initialValues: {
      name: rule?.name ?? '',
      suggestion: rule?.suggestion ?? 'approve',
      reason: rule?.reason ?? '',
      accountId: conditions.account_id ?? null,
      senderRecord: conditions.sender_record ?? null,
      standing: conditions.standing ?? null,
      onlyFacts: conditions.only_facts ?? [],
      withoutWords: conditions.without_words ?? [],
      mostChange: conditions.most_change_percent ?? '',
      needsProof: conditions.needs_proof ?? false,
    },
  });
  const { values } = form;
  const api = useApi();
  const judge = useMutation<JudgedRule, Error, Draft>({
    mutationFn: (body) => api.post('/review-rules/record', { body }),
  });
  const save = useWrite({
    write: (client): Promise<unknown> => {
      const body = { name: values.name, ...buildDraft(values), reason: buildReason(values) };
      return rule
        ? client.put('/review-rules/{id}', {
            path: { id: rule.id },
            body: { ...body, version: rule.version },
          })
        : client.post('/review-rules', { body });
    },
    done: () => `“${values.name}” suggests: ${SUGGESTED[values.suggestion]}`,
    refresh: [['review-rules'], ['submissions']],
    onDone: () => modals.closeAll(),
  });
  const counts = useRead('/submissions/counts', { query: { state: 'pending' } });
  const senders = (counts.data?.sender ?? []).map(({ account_id: value, email }) => ({
    value,
    label: email,
  }));
  const own = conditions.account_id;
  if (own && senders.every(({ value }) => value !== own)) {
    senders.push({ value: own, label: rule?.account_email ?? startEmail ?? 'one account' });
  }
  const problem = save.error ?? judge.error;
  return (
    <form onSubmit={form.onSubmit(() => save.mutate())}>
      <Stack gap="sm">
        <TextInput label="Name" required maxLength={80} data-autofocus {...form.getInputProps('name')} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label="Sent by"
            placeholder="anybody"
            clearable
            searchable
            data={senders}
            {...form.getInputProps('accountId')}
          />
          <Select
            label="Record of the sender"
            placeholder="any"
            clearable
            data={RECORD_CHOICES}
            {...form.getInputProps('senderRecord')}
          />
          <Select
            label="About"
            placeholder="any product"
            clearable
            data={[
              { value: 'correction', label: 'a product that is here' },
              { value: 'new', label: 'a new product' },
            ]}
            {...form.getInputProps('standing')}
          />
          <NumberInput
            label="Changes no number by more than"
            placeholder="any change"
            suffix=" %"
            min={0}
            max={1_000}
            {...form.getInputProps('mostChange')}
          />
        </SimpleGrid>
        <MultiSelect
          label="Says nothing but"
          placeholder={values.onlyFacts.length > 0 ? '' : 'any facts'}
          searchable
          data={FACT_CHOICES}
          {...form.getInputProps('onlyFacts')}
        />
        <TagsInput
          label="Says none of these words"
          description="Words or phrases, each ended by Enter; case and accents do not matter"
          maxTags={100}
          {...form.getInputProps('withoutWords')}
        />
        <Checkbox
          label="Names a source or brings a picture"
          {...form.getInputProps('needsProof', { type: 'checkbox' })}
        />
        <Select
          label="Then it suggests to"
          allowDeselect={false}
          data={RULE_SUGGESTIONS.map((value) => ({ value, label: SUGGESTED[value] }))}
          {...form.getInputProps('suggestion')}
        />
        {values.suggestion === 'reject' && (
          <ReasonField value={values.reason} onChange={(reason) => form.setFieldValue('reason', reason)} />
        )}
        {judge.data && !judge.isPending && <JudgedRuleNote judged={judge.data} />}
        {problem && <ProblemNotice problem={problem} />}
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={judge.isPending}
            onClick={() => judge.mutate(buildDraft(values))}
          >
            Try on past decisions
          </Button>
          <Button type="submit" loading={save.isPending}>
            {rule ? 'Save' : 'Add rule'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type Draft = Body<'post', '/review-rules/record'>;

interface Values {
  name: string;
  suggestion: Suggestion;
  reason: string;
  accountId: string | null;
  senderRecord: RuleConditions['sender_record'] | null;
  standing: RuleConditions['standing'] | null;
  onlyFacts: NonNullable<Draft['conditions']['only_facts']>;
  withoutWords: string[];
  mostChange: number | string;
  needsProof: boolean;
}

function buildDraft(values: Values): Draft {
  const { suggestion, accountId, senderRecord, standing, onlyFacts, withoutWords, mostChange } = values;
  return {
    suggestion,
    conditions: {
      ...(accountId ? { account_id: accountId } : {}),
      ...(senderRecord ? { sender_record: senderRecord } : {}),
      ...(standing ? { standing } : {}),
      ...(onlyFacts.length > 0 ? { only_facts: onlyFacts } : {}),
      ...(withoutWords.length > 0 ? { without_words: withoutWords } : {}),
      ...(typeof mostChange === 'number' ? { most_change_percent: mostChange } : {}),
      ...(values.needsProof ? { needs_proof: true } : {}),
    },
  };
}

const buildReason = ({ suggestion, reason }: Values) => (suggestion === 'reject' ? reason.trim() : null);
