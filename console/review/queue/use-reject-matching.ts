import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RejectMatchingBody } from '../../../src/review/decisions/bulk/reject-matching-contract.ts';
import { useApi } from '../../api/api-context.ts';
import { useDesk } from '../desk/desk-context.ts';

export type RejectFilter = RejectMatchingBody['filter'];

/** Rejects every pending submission of a filter, call by call, to show progress; all calls are undone together. */
export function useRejectMatching(filter: RejectFilter) {
  const api = useApi();
  const queryClient = useQueryClient();
  const desk = useDesk();
  const [rejected, setRejected] = useState(0);
  const call = (body: object) => api.post('/submissions/reject-matching', { body: { filter, ...body } });
  const count = useMutation({ mutationFn: () => call({ dry_run: true }) });
  const run = useMutation({
    mutationFn: async ({ upTo, reason, bulkId }: { upTo: string; reason: string; bulkId?: string }) => {
      let bulk = bulkId;
      let sum = 0;
      try {
        for (;;) {
          const part = await call({
            reason: reason.trim(),
            up_to: upTo,
            ...(bulk === undefined ? {} : { bulk_id: bulk }),
          });
          bulk = part.bulk_id ?? undefined;
          sum += part.rejected;
          setRejected(sum);
          // Other operators are deciding the rest.
          if (part.remaining === 0 || part.rejected === 0) return part;
        }
      } finally {
        if (bulk !== undefined && sum > 0)
          desk.noteBulk({ action: 'reject', bulkId: bulk, ids: [], count: sum });
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['submissions'] }),
  });
  return { count, run, rejected };
}
