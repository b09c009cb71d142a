import { Button, List, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Sender } from '../../../src/review/senders/sender-contract.ts';
import { useApi } from '../../api/api-context.ts';
import { useRead } from '../../api/use-read.ts';
import { countOf, formatCount } from '../../parts/text/number-format.ts';
import { DialogButtons } from '../../parts/dialogs/dialog-buttons.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { TextLink } from '../../parts/text/text-link.tsx';
import { useRejectMatching, type RejectFilter } from '../queue/use-reject-matching.ts';
import { ReasonField } from '../reasons/reason-field.tsx';
import { SENDER_KEYS, senderPath, type SenderPlace } from './sender-place.ts';

/** Blocks a sender and rejects the sender's pending submissions; the effect is shown first. */
export function BlockSender({
  sender,
  place,
  filter,
}: {
  sender: Sender;
  place: SenderPlace;
  filter: RejectFilter;
}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const detail = useRead(senderPath(place), { path: { id: place.id } });
  const { count, run, rejected } = useRejectMatching(filter);
  const block = useMutation({
    mutationFn: async () => {
      const { bulk_id: bulkId } = await api.post(`${senderPath(place)}/block`, {
        path: { id: place.id },
        body: {},
      });
      // Counts again: the sender is blocked now, so this includes all that arrived meanwhile.
      const { up_to: upTo, remaining } = await count.mutateAsync();
      if (remaining > 0) await run.mutateAsync({ upTo, reason, bulkId });
    },
    onSettled: () => Promise.all(SENDER_KEYS.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
  const { mutate: countNow } = count;
  useEffect(() => countNow(), [countNow]);
  // The first count, so that the result can be compared with it.
  const [found, setFound] = useState(count.data);
  if (!found && count.data) setFound(count.data);
  const total = found?.remaining ?? 0;
  const problem = detail.error ?? count.error ?? block.error;
  return (
    <Stack>
      {(!found || !detail.data) && !problem && <Skeleton height={120} />}
      {found && detail.data && !block.isSuccess && (
        <>
          <List size="sm" spacing={4}>
            <List.Item>{describeBlock(sender)}</List.Item>
            <List.Item>
              {countOf(total, 'pending submission')} would be rejected
              {found.claimed > 0 && `; ${formatCount(found.claimed)} that others work on stay`}.
            </List.Item>
            <List.Item>
              {detail.data.record.approved === 0
                ? 'None of its submissions was approved.'
                : `${countOf(detail.data.record.approved, 'approved submission stays', 'approved submissions stay')} in the catalogue:`}
            </List.Item>
          </List>
          {detail.data.approved_entries.length > 0 && (
            <List size="sm" aria-label="Approved submissions" mah={160} style={{ overflow: 'auto' }}>
              {detail.data.approved_entries.map(({ id, name, product_id: productId }) => (
                <List.Item key={id}>
                  {productId ? (
                    <TextLink to="/products/$productId" params={{ productId }}>
                      {name ?? 'A product'}
                    </TextLink>
                  ) : (
                    (name ?? 'A product that is gone')
                  )}
                </List.Item>
              ))}
            </List>
          )}
          {total > 0 && <ReasonField value={reason} disabled={block.isPending} onChange={setReason} />}
        </>
      )}
      {block.isSuccess && (
        <Text size="sm">
          {sender.email} is blocked, and {countOf(rejected, 'submission was', 'submissions were')} rejected.
          {rejected > 0 && ' z takes the rejections back.'}
        </Text>
      )}
      {run.isPending && (
        <Progress aria-label="Rejected" value={total === 0 ? 0 : (100 * rejected) / total} animated />
      )}
      {problem && <ProblemNotice problem={problem} />}
      <DialogButtons leave={block.isSuccess ? 'Close' : 'Cancel'}>
        {!block.isSuccess && (
          <Button
            color="red.9"
            loading={block.isPending}
            disabled={!found || !detail.data || (total > 0 && reason.trim() === '')}
            onClick={() => block.mutate()}
          >
            {total > 0 ? `Block and reject ${countOf(total, 'submission')}` : 'Block'}
          </Button>
        )}
      </DialogButtons>
    </Stack>
  );
}

function describeBlock({ kind, email }: Sender): string {
  return kind === 'account'
    ? `What ${email} sends with its key is refused from now on; the key goes on reading.`
    : `Submissions that name ${email} are refused for as long as the address is kept: 90 days after the last ` +
        'decision. The address is not verified, and a sender who names another one, or none, still gets through.';
}
