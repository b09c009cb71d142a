import { Badge, Button, Group, ScrollArea, Skeleton, Stack, Table, Text, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { BulkBody, BulkResult } from '../../../src/contributions/review/review-contract.ts';
import { useApi } from '../../api/api-context.ts';
import { countOf } from '../../parts/text/number-format.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';

/** One decision for many entries: tried without effect first, then done, with a result for each. */
export function BulkReview({ action, ids }: { action: 'approve' | 'reject'; ids: string[] }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const run = useMutation({
    mutationFn: (dryRun: boolean) => {
      const body: BulkBody = {
        action,
        ids,
        dry_run: dryRun,
        ...(action === 'reject' ? { reason: reason.trim() || 'To be given' } : {}),
      };
      return api.post('/submissions/bulk', { body });
    },
    onSuccess: async (result) => {
      if (!result.dry_run) await queryClient.invalidateQueries({ queryKey: ['submissions'] });
    },
  });
  const { mutate } = run;
  useEffect(() => mutate(true), [mutate]);
  const result = run.data;
  const isOver = result?.dry_run === false;
  return (
    <Stack>
      {action === 'reject' && !isOver && (
        <Textarea
          label="Reason"
          description="Every contributor can read it"
          required
          maxLength={500}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {run.isPending && !result && <Skeleton height={120} />}
      {run.error && <ProblemNotice problem={run.error} onRetry={() => mutate(!isOver)} />}
      {result && <BulkOutcome result={result} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => modals.closeAll()}>
          {isOver ? 'Close' : 'Cancel'}
        </Button>
        {!isOver && (
          <Button
            color={action === 'approve' ? 'teal.9' : 'red.9'}
            loading={run.isPending}
            disabled={!result || result.done === 0 || (action === 'reject' && reason.trim() === '')}
            onClick={() => mutate(false)}
          >
            {action === 'approve' ? 'Approve' : 'Reject'} {countOf(result?.done ?? 0, 'entry', 'entries')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function BulkOutcome({ result }: { result: BulkResult }) {
  const verb = result.action === 'approve' ? 'approved' : 'rejected';
  const refused = result.results.filter((item) => item.result !== 'done');
  return (
    <>
      <Text size="sm">
        {result.dry_run
          ? `${countOf(result.done, 'entry', 'entries')} can be ${verb}; ${result.refused} would be refused and stay as they are. This cannot be taken back.`
          : `${countOf(result.done, 'entry was', 'entries were')} ${verb}, ${result.refused} refused.`}
      </Text>
      {refused.length > 0 && (
        <ScrollArea.Autosize mah={260}>
          <Table aria-label="Refused">
            <Table.Tbody>
              {refused.map((item, index) => (
                <Table.Tr key={`${item.id} ${index}`}>
                  <Table.Td className="code-text">{item.id.slice(-12)}</Table.Td>
                  <Table.Td>
                    <Badge color="orange">{item.code ?? item.result}</Badge>
                  </Table.Td>
                  <Table.Td>{item.message}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      )}
    </>
  );
}
