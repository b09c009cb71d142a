import type { Texts } from '../texts/texts.ts';
import { Said } from './facts/said.tsx';
import type { Sayings } from './facts/sayings.ts';

/** The title of a section; with `field`, also the sources of that fact. */
export function SectionHead({
  id,
  title,
  field,
  sayings,
  texts,
}: {
  id: string;
  title: string;
  field?: string | undefined;
  sayings: Sayings;
  texts: Texts;
}) {
  return (
    <div class="section-head">
      <h2 id={id}>{title}</h2>
      {field !== undefined && <Said field={field} sayings={sayings} texts={texts} />}
    </div>
  );
}
