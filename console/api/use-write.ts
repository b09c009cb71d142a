import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { noticeDone, noticeProblem } from '../parts/notices.ts';
import { useApi } from './api-context.ts';
import type { ApiClient } from './api-client.ts';

export interface Write<In, Out> {
  write: (api: ApiClient, input: In) => Promise<Out>;
  /** Returns the success message for the operator. */
  done: (result: Out, input: In) => string;
  /** Keys of the queries that the write may have changed; they are refetched. */
  refresh: QueryKey[];
  /** Title of the error notice; undefined when the form shows the problem itself. */
  failed?: string;
  onDone?: (result: Out, input: In) => void;
}

/** A write by the operator: shows its outcome, and refetches the affected queries. */
export function useWrite<In = void, Out = unknown>({ write, done, refresh, failed, onDone }: Write<In, Out>) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation<Out, Error, In>({
    mutationFn: (input) => write(api, input),
    onSuccess: async (result, input) => {
      noticeDone(done(result, input));
      onDone?.(result, input);
      await Promise.all(refresh.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
    onError: (problem) => {
      if (failed) noticeProblem(failed, problem);
    },
  });
}
