import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { noticeDone, noticeProblem } from '../parts/notices.ts';
import { useApi } from './api-context.ts';
import type { ApiClient } from './api-client.ts';

export interface Write<In, Out> {
  write: (api: ApiClient, input: In) => Promise<Out>;
  /** What has been done, for the operator to read. */
  done: (result: Out, input: In) => string;
  /** What may be other than before, and is asked for anew. */
  refresh: QueryKey[];
  /** Undefined: the form shows the problem itself. */
  failed?: string;
  onDone?: (result: Out, input: In) => void;
}

/** A write by the operator: tells what came of it, and renews what is shown. */
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
