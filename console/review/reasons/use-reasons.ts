import { useRead } from '../../api/use-read.ts';

/** The ready-made reasons of rejections, in their order; undefined: they are on their way. Without them one is written. */
export function useReasons(): string[] | undefined {
  const { data, isPending } = useRead('/reject-reasons');
  if (isPending) return undefined;
  return (data?.items ?? []).filter(({ retired_at: at }) => at === null).map(({ text }) => text);
}
