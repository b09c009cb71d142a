import { useMutation } from '@tanstack/react-query';
import { confirmChange, type Question } from '../parts/dialogs/confirm-dialog.tsx';
import type { ApiClient } from './api-client.ts';
import { useApi } from './api-context.ts';
import { useWrite, type Write } from './use-write.ts';

interface AskedWrite<In, Counted, Out> extends Write<In, Out> {
  /** Returns what the write would affect; changes nothing. */
  count?: (api: ApiClient, input: In) => Promise<Counted>;
  /** Returns the confirmation to ask for, or undefined to write without one. */
  ask: (input: In, counted: Counted) => Question | undefined;
}

/** A write that asks the operator first, and if wanted counts before what it affects. */
export function useAskedWrite<In = void, Counted = undefined, Out = unknown>({
  count,
  ask,
  ...rest
}: AskedWrite<In, Counted, Out>) {
  const api = useApi();
  const change = useWrite(rest);
  const counting = useMutation({
    mutationFn: async (input: In) => (await count?.(api, input)) as Counted,
  });
  const askAndWrite = async (input: In) => {
    const counted = count ? await counting.mutateAsync(input) : (undefined as Counted);
    const question = ask(input, counted);
    if (!question || (await confirmChange(question))) change.mutate(input);
  };
  return {
    counting,
    change,
    mutate: (input: In) => {
      change.reset();
      // A failed count is in `error`, and nothing is written.
      askAndWrite(input).catch(() => undefined);
    },
    isPending: counting.isPending || change.isPending,
    error: counting.error ?? change.error,
  };
}
