import type { Highlights } from '../../search/search-contract.ts';

/** A text with its matched parts marked. */
export function Marked({ text, parts = [] }: { text: string; parts?: Highlights['name'] | undefined }) {
  let at = 0;
  const pieces = parts.map(({ start, length }) => {
    const before = text.slice(at, start);
    at = start + length;
    return (
      <>
        {before}
        <mark>{text.slice(start, at)}</mark>
      </>
    );
  });
  return (
    <>
      {pieces}
      {text.slice(at)}
    </>
  );
}
