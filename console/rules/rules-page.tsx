import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconPlus } from '@tabler/icons-react';
import type { ReviewRule } from '../../src/review/rules/rule-contract.ts';
import { useMayActAs } from '../api/api-context.ts';
import { useRead } from '../api/use-read.ts';
import { useAskedWrite } from '../api/use-asked-write.ts';
import { EmptyNotice } from '../parts/empty-notice.tsx';
import { PagedTable, type Column } from '../parts/paged-table.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { describeConditions, describeRecord, describeWork, SUGGESTED } from './describe-rule.ts';
import { RuleForm } from './rule-form.tsx';
import { SwitchForm } from './switch-form.tsx';

const COLORS = { approve: 'teal', ask: 'orange', reject: 'red' };

/** Rules that suggest decisions for pending submissions. */
export function RulesPage() {
  const isEditor = useMayActAs('editor');
  const rules = useRead('/review-rules', undefined, { refetchInterval: 10_000 });
  const columns: Column<ReviewRule>[] = [
    {
      header: 'A submission that',
      cell: ({ name, conditions, account_email: email }) => (
        <Stack gap={0} maw={520}>
          <Text size="sm" fw={500}>
            {name}
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {describeConditions(conditions, email).join('; ')}
          </Text>
        </Stack>
      ),
    },
    {
      header: 'Suggests',
      cell: ({ suggestion }) => <Badge color={COLORS[suggestion]}>{SUGGESTED[suggestion]}</Badge>,
    },
    { header: 'Last decisions', cell: ({ record }) => describeRecord(record) },
    { header: 'By itself', cell: (rule) => describeWork(rule, rules.data?.items ?? []) },
  ];
  const change: Column<ReviewRule> = {
    header: 'Change',
    align: 'right',
    cell: (rule) => <RuleActions rule={rule} />,
  };
  return (
    <>
      <PageHeader
        title="Review rules"
        note="A second opinion on what waits: suggested to reviewers, and decided only where an admin says so"
      >
        {isEditor && (
          <Button
            leftSection={<IconPlus size={14} />}
            onClick={() => modals.open({ title: 'New rule', size: 'lg', children: <RuleForm /> })}
          >
            New rule
          </Button>
        )}
      </PageHeader>
      <PagedTable<ReviewRule>
        label="Review rules"
        state={rules}
        rowKey={({ id }) => id}
        empty={<EmptyNotice title="There is no rule">Reviewers decide without a second opinion.</EmptyNotice>}
        columns={isEditor ? [...columns, change] : columns}
      />
    </>
  );
}

function RuleActions({ rule }: { rule: ReviewRule }) {
  const isAdmin = useMayActAs('admin');
  const remove = useAskedWrite({
    ask: () => ({
      title: `Delete “${rule.name}”?`,
      consequences: ['It suggests and decides nothing any more. What it decided stays.'],
      action: 'Delete rule',
      isDangerous: true,
    }),
    write: (api) => api.delete('/review-rules/{id}', { path: { id: rule.id } }),
    done: () => `“${rule.name}” is deleted`,
    refresh: [['review-rules'], ['submissions']],
    failed: 'The rule is still there',
  });
  const open = (title: string, children: React.ReactNode) => modals.open({ title, size: 'lg', children });
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {isAdmin && rule.suggestion !== 'ask' && (
        <Button
          variant="default"
          aria-label={`Let it decide: ${rule.name}`}
          onClick={() => open(rule.name, <SwitchForm rule={rule} />)}
        >
          {rule.is_automatic ? 'Decides…' : 'Let it decide…'}
        </Button>
      )}
      <Button
        variant="default"
        aria-label={`Change ${rule.name}`}
        onClick={() => open(rule.name, <RuleForm rule={rule} />)}
      >
        Change…
      </Button>
      <Button
        variant="default"
        aria-label={`Delete ${rule.name}`}
        onClick={() => remove.mutate()}
        loading={remove.isPending}
      >
        Delete…
      </Button>
    </Group>
  );
}
