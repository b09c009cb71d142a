import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import { useApi, useOperator } from '../../api/api-context.ts';
import { useLiveInterval } from '../../api/use-live-interval.ts';
import { describeProblem } from '../../parts/problem-notice.tsx';
import { useDesk } from './desk-context.ts';

/** A third of a claim's lifetime. */
const RENEW_MS = 5 * 60_000;

/**
 * Claims the open submission once it has been seen, unless another operator has it, and renews the claim while the
 * operator is active. The operator can take a claim over or release it. Notices when another operator has taken it
 * over.
 */
export function useClaim(
  { id, claim, status }: SubmissionDetail,
  isSeen: boolean,
): { turn: () => void; wasMine: boolean } {
  const api = useApi();
  const desk = useDesk();
  const { hold } = desk;
  const self = useOperator();
  const queryClient = useQueryClient();
  const renewMs = useLiveInterval(RENEW_MS);
  const isMine = claim?.operator_id === self.id;
  const [wasMine, setWasMine] = useState(isMine);
  const [isGivenBack, setGivenBack] = useState(false);
  if (isMine && !wasMine) setWasMine(true);
  const isFree = status === 'pending' && claim === null && !isGivenBack;
  useEffect(() => hold.moveTo(id), [hold, id]);
  useEffect(() => {
    if (isSeen && isFree && renewMs !== false) void hold.claim(id);
  }, [hold, id, isSeen, isFree, renewMs]);
  useEffect(() => {
    if (!isMine || renewMs === false) return undefined;
    const timer = setInterval(() => void hold.claim(id), renewMs);
    return () => clearInterval(timer);
  }, [hold, id, isMine, renewMs]);
  const write = useMutation({
    mutationFn: (verb: 'claim' | 'release') =>
      verb === 'release'
        ? api.post('/submissions/{id}/release', { path: { id }, body: {} })
        : api.post('/submissions/{id}/claim', { path: { id }, body: { force: claim !== null } }),
    onSuccess: (_answer, verb) => {
      if (verb === 'release') {
        hold.forget(id);
        setWasMine(false);
      }
      setGivenBack(verb === 'release');
      desk.say(verb === 'release' ? 'The submission is free for others' : 'The submission is yours');
      return queryClient.invalidateQueries({ queryKey: ['submissions'] });
    },
    onError: (problem) => desk.say(`The claim is as before: ${describeProblem(problem)}`),
  });
  return { turn: () => write.mutate(isMine ? 'release' : 'claim'), wasMine };
}
