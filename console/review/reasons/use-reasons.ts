import { useRead } from '../../api/use-read.ts';

/**
 * Returns the ready-made rejection reasons in order, or undefined while they load. Without any, the operator writes
 * one.
 */
export function useReasons(): string[] | undefined {
  const { data, isPending } = useRead('/reject-reasons');
  if (isPending) return undefined;
  return (data?.items ?? []).filter(({ retired_at: at }) => at === null).map(({ text }) => text);
}
