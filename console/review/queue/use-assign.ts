import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.ts';
import { describeProblem } from '../../parts/problem-notice.tsx';
import { countOf } from '../../parts/text/number-format.ts';
import { useDesk } from '../desk/desk-context.ts';

/** Assigns submissions to an operator; null removes the assignment. */
export function useAssign() {
  const api = useApi();
  const desk = useDesk();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, operatorId }: { ids: readonly string[]; operatorId: string | null }) =>
      api.post('/submissions/assign', { body: { ids: [...ids], operator_id: operatorId } }),
    onSuccess: ({ done, refused }, { operatorId }) => {
      const what = countOf(done, 'submission is', 'submissions are');
      const left = refused.length > 0 ? `; ${refused.length} do not wait any more` : '';
      desk.say(`${what} ${operatorId === null ? 'not assigned' : 'assigned'}${left}`);
      return queryClient.invalidateQueries({ queryKey: ['submissions'] });
    },
    onError: (problem) => desk.say(`Nothing is assigned: ${describeProblem(problem)}`),
  });
}
