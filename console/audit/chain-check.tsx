import { Alert, Button, Code, Group, List, Progress, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditCheck } from '../../src/platform/audit/audit-contract.ts';
import { useApi } from '../api/api-context.ts';
import { countOf, formatCount } from '../parts/text/number-format.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';

interface Outcome {
  checked: number;
  erased: number;
  problems: AuditCheck['problems'];
  head: AuditCheck['head'];
}

/** Reads the whole log in parts, and reports whether a row was changed, is missing or breaks the chain. */
export function ChainCheck() {
  const api = useApi();
  const [checked, setChecked] = useState(0);
  const check = useMutation({
    mutationFn: async (): Promise<Outcome> => {
      let outcome: Outcome = { checked: 0, erased: 0, problems: [], head: null };
      let after: number | null = 0;
      while (after !== null && outcome.problems.length === 0) {
        const part: AuditCheck = await api.get('/audit/verify', { query: { after } });
        outcome = {
          checked: outcome.checked + part.checked,
          erased: outcome.erased + part.erased,
          problems: part.problems,
          head: part.head ?? outcome.head,
        };
        setChecked(outcome.checked);
        after = part.next_after;
      }
      return outcome;
    },
  });
  return (
    <Group mb="sm" align="center">
      <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
        Verify the chain
      </Button>
      {check.isPending && (
        <Group gap="xs">
          <Progress value={100} animated w={120} aria-label="Verifying" />
          <Text size="sm">{countOf(checked, 'row')}</Text>
        </Group>
      )}
      {check.error && <ProblemNotice problem={check.error} />}
      {check.data && <CheckOutcome outcome={check.data} />}
    </Group>
  );
}

function CheckOutcome({ outcome }: { outcome: Outcome }) {
  if (outcome.problems.length > 0) {
    return (
      <Alert color="red" title="The log is not as it was written" flex={1}>
        <List size="sm">
          {outcome.problems.map(({ seq, message }) => (
            <List.Item key={`${seq} ${message}`}>
              Row {seq}: {message}
            </List.Item>
          ))}
        </List>
      </Alert>
    );
  }
  return (
    <Text size="sm">
      {countOf(outcome.checked, 'row')}: all as they were written
      {outcome.erased > 0 && `, ${formatCount(outcome.erased)} of them erased on request`}.
      {outcome.head && (
        <>
          {' '}
          The last is {outcome.head.seq}, <Code>{outcome.head.hash.slice(0, 16)}…</Code>
        </>
      )}
    </Text>
  );
}
