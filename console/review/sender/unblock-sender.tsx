import { Button, Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { countOf } from '../../parts/text/number-format.ts';
import { DialogButtons } from '../../parts/dialogs/dialog-buttons.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { takeBulkBack } from '../desk/take-back.ts';
import { SENDER_KEYS, senderPath, type SenderPlace } from './sender-place.ts';

/** Unblocks a sender, and optionally undoes the rejections made with the block. */
export function UnblockSender({ email, place }: { email: string; place: SenderPlace }) {
  const [isTakenBack, setTakenBack] = useState(false);
  const detail = useRead(senderPath(place), { path: { id: place.id } });
  const unblock = useWrite<void, string>({
    write: async (api) => {
      const { bulk_id: bulkId } = await api.post(`${senderPath(place)}/unblock`, {
        path: { id: place.id },
        body: {},
      });
      return isTakenBack ? `. ${await takeBulkBack(api, bulkId)}` : '';
    },
    done: (taken) => `Submissions of ${email} are accepted again${taken}`,
    refresh: SENDER_KEYS,
    onDone: () => modals.closeAll(),
  });
  const rejected = detail.data?.rejected_with_block ?? 0;
  return (
    <Stack>
      {!detail.data && !detail.error && <Skeleton height={60} />}
      {detail.data && (
        <>
          <Text size="sm">What {email} sends is taken into the queue again.</Text>
          {rejected > 0 && (
            <Checkbox
              label={`Take the ${countOf(rejected, 'rejection', 'rejections')} back that came with the block`}
              checked={isTakenBack}
              onChange={(event) => setTakenBack(event.currentTarget.checked)}
            />
          )}
        </>
      )}
      {(detail.error ?? unblock.error) && <ProblemNotice problem={detail.error ?? unblock.error} />}
      <DialogButtons>
        <Button disabled={!detail.data} loading={unblock.isPending} onClick={() => unblock.mutate()}>
          Unblock
        </Button>
      </DialogButtons>
    </Stack>
  );
}
