import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubmissionDetail } from '../../../src/contributions/review/review-contract.ts';
import { useApi, useOperator } from '../../api/api-context.ts';
import { describeProblem } from '../../parts/problem-notice.tsx';
import { useDesk } from './desk-context.ts';

/** Claims an entry, takes it over or gives it back, and notices when somebody else has taken it over. */
export function useClaim({ id, claim }: SubmissionDetail): { turn: () => void; wasMine: boolean } {
  const api = useApi();
  const desk = useDesk();
  const self = useOperator();
  const queryClient = useQueryClient();
  const isMine = claim?.operator_id === self.id;
  const [wasMine, setWasMine] = useState(isMine);
  if (isMine && !wasMine) setWasMine(true);
  const write = useMutation({
    mutationFn: (verb: 'claim' | 'release') =>
      verb === 'release'
        ? api.post('/submissions/{id}/release', { path: { id }, body: {} })
        : api.post('/submissions/{id}/claim', { path: { id }, body: { force: claim !== null } }),
    onSuccess: (_answer, verb) => {
      if (verb === 'release') setWasMine(false);
      desk.say(verb === 'release' ? 'The entry is free for others' : 'The entry is yours for 15 minutes');
      return queryClient.invalidateQueries({ queryKey: ['submissions'] });
    },
    onError: (problem) => desk.say(`The claim is as before: ${describeProblem(problem)}`),
  });
  return { turn: () => write.mutate(isMine ? 'release' : 'claim'), wasMine };
}
