import { useMutation } from '@tanstack/react-query';
import { confirmChange, type Question } from '../parts/confirm-dialog.tsx';
import type { ApiClient } from './api-client.ts';
import { useApi } from './api-context.ts';
import { useWrite, type Write } from './use-write.ts';

interface CountedWrite<In, Counted, Out> extends Write<In, Out> {
  /** Returns what the write would affect; changes nothing. */
  count: (api: ApiClient, input: In) => Promise<Counted>;
  /** Returns the confirmation to ask for, or undefined to write without one. */
  ask: (counted: Counted, input: In) => Question | undefined;
}

/** A write in three steps: counts what it affects, asks the operator, and writes. */
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
    mutate: (input: In) => {
      change.reset();
      // A failed count is in `error`, and nothing is written.
      countAndAsk(input).catch(() => undefined);
    },
    isPending: counting.isPending || change.isPending,
    error: counting.error ?? change.error,
  };
}
