import type { Texts } from '../texts/texts.ts';
import { Said } from './facts/said.tsx';
import type { FactSources } from './facts/fact-sources.ts';

/** The title of a section; with `field`, also the sources of that fact. */
export function SectionHead({
  id,
  title,
  field,
  factSources,
  texts,
}: {
  id: string;
  title: string;
  field?: string | undefined;
  factSources: FactSources;
  texts: Texts;
}) {
  return (
    <div class="section-head">
      <h2 id={id}>{title}</h2>
      {field !== undefined && <Said field={field} factSources={factSources} texts={texts} />}
    </div>
  );
}
