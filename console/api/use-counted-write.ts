import { useMutation } from '@tanstack/react-query';
import { confirmChange, type Question } from '../parts/confirm-dialog.tsx';
import type { ApiClient } from './api-client.ts';
import { useApi } from './api-context.ts';
import { useWrite, type Write } from './use-write.ts';

interface CountedWrite<In, Counted, Out> extends Write<In, Out> {
  /** What the write would touch; changes nothing. */
  count: (api: ApiClient, input: In) => Promise<Counted>;
  /** Undefined: it is done unasked. */
  ask: (counted: Counted, input: In) => Question | undefined;
}

/** A write in three steps: what it touches is counted, the operator confirms it, and it is done. */
export function useCountedWrite<In, Counted, Out>({ count, ask, ...rest }: CountedWrite<In, Counted, Out>) {
  const api = useApi();
  const change = useWrite(rest);
  const counting = useMutation<Counted, Error, In>({ mutationFn: (input) => count(api, input) });
  const countAndAsk = async (input: In) => {
    const question = ask(await counting.mutateAsync(input), input);
    if (!question || (await confirmChange(question))) change.mutate(input);
  };
  return {
    counting,
    change,
    submit: (input: In) => {
      change.reset();
      // A count that fails is `error`, and nothing is done.
      countAndAsk(input).catch(() => undefined);
    },
    isPending: counting.isPending || change.isPending,
    error: counting.error ?? change.error,
  };
}
