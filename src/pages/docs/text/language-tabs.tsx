import { Code } from './code.tsx';

/** A language: the code under which `docs.js` remembers it, and its name. */
export interface Language {
  code: 'curl' | 'typescript' | 'python' | 'go' | 'php';
  name: string;
}

/**
 * Shows one example at a time, in the language that the reader chooses. The choice works without scripts; `docs.js`
 * remembers it. `id` is unique on the page. `title` describes the examples to screen readers.
 */
export function LanguageTabs({
  id,
  title,
  examples,
}: {
  id: string;
  title: string;
  examples: readonly (Language & { text: string })[];
}) {
  return (
    <div class="snippets">
      <fieldset class="languages" data-unsearched>
        <legend class="unseen">{`Language of ${title}`}</legend>
        {examples.map(({ code, name }, place) => (
          <label key={code}>
            <input type="radio" name={`language-of-${id}`} value={code} checked={place === 0} />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      {examples.map(({ code, name, text }) => (
        <div key={code} class={`in-${code}`}>
          <Code label={`${title} in ${name}`} text={text} />
        </div>
      ))}
    </div>
  );
}
