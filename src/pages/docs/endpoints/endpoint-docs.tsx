import { renderToString } from 'preact-render-to-string';
import { docsOfTag, type Route } from '../../../platform/http/route.ts';
import { createDoc, type Doc } from '../doc.ts';
import { renderDescription } from '../text/render-markdown.tsx';
import { Code } from '../text/code.tsx';
import { describeType, followSchema, listFields, type Field } from './describe-schema.ts';
import { listOperations, type Description, type Operation } from './operations.ts';
import { readRecordedAnswer } from './recorded-answers.ts';
import { RunForm, isRunnable } from './run-form.tsx';
import { Snippets } from './snippets.tsx';
import { writeOperations } from './write-operations.ts';

export interface EndpointsOptions {
  description: Description;
  /** The routes that the description was made from. */
  endpoints: readonly Route[];
}

/** Returns a page for each tag of the description, with a section for each endpoint. */
export function buildEndpointDocs({ description, endpoints }: EndpointsOptions): Doc[] {
  const operations = listOperations(description, endpoints);
  const common = findCommonFailures(operations);
  return (description.tags ?? []).map(({ name, description: says = '' }) => {
    const summary = `${says}.`;
    const ofTag = operations.filter(({ tag }) => tag === name);
    const markdown = () => `# ${name}\n\n${summary}\n\n${writeOperations(description, ofTag)}`;
    const about = { path: docsOfTag(name), title: name, summary, group: 'Endpoints', markdown } as const;
    return createDoc(about, () =>
      renderToString(
        <>
          <h1 id="endpoints">{name}</h1>
          <p>{summary}</p>
          {ofTag.map((operation) => (
            <Endpoint key={operation.id} {...{ operation, description, common }} />
          ))}
        </>,
      ),
    );
  });
}

interface EndpointProps {
  operation: Operation;
  description: Description;
  /** Failures of every endpoint, which the API rules describe once. */
  common: ReadonlySet<string>;
}

function Endpoint({ operation, description, common }: EndpointProps) {
  const { id, failures } = operation;
  const parameters = operation.parameters.map((parameter): ShownField => ({
    name: parameter.name,
    type: describeType(description, parameter.schema),
    isRequired: parameter.isRequired,
    says: parameter.says,
    place: parameter.in,
    preset: followSchema(description, parameter.schema).default,
  }));
  const recorded = readRecordedAnswer(id);
  return (
    <div class="endpoint">
      <div>
        <h2 id={id}>
          {operation.method} {operation.path}
        </h2>
        <p class="docs-summary">{operation.summary}.</p>
        <Markdown text={operation.description} />
        <Markdown text={`**Cost:** ${operation.costSays} See [limits](/docs/limits).`} />
        <FieldList title="Parameters" fields={parameters} />
        <FieldList title="Body" fields={operation.body ? listFields(description, operation.body) : []} />
        <Errors failures={failures} common={common} />
      </div>
      {recorded && (
        <section class="endpoint-call" data-unsearched>
          <Snippets id={id} request={recorded.request} />
          {isRunnable(operation) && <RunForm {...{ operation, description, request: recorded.request }} />}
          <p class="faint">
            Answers {recorded.status}, from the demonstration catalogue; of long lists the beginning is shown:
          </p>
          <Code label={`Answer of ${id}`} text={JSON.stringify(recorded.answer, null, 2)} />
        </section>
      )}
    </div>
  );
}

interface ShownField extends Field {
  /** Where the parameter is sent. */
  place?: string;
  /** The default of a parameter. */
  preset?: unknown;
}

function FieldList({ title, fields }: { title: string; fields: readonly ShownField[] }) {
  if (fields.length === 0) return null;
  return (
    <>
      <h3 data-unsearched>{title}</h3>
      <ul class="docs-fields">
        {fields.map(({ name, type, isRequired, says, place = 'query', preset }) => (
          <li key={name}>
            <code>{name}</code> <span class="faint">{type}</span>
            {isRequired && <strong> required</strong>}
            {place !== 'query' && <span class="faint">, in the {place}</span>}
            {!isRequired && preset !== undefined && (
              <span class="faint">
                , unless given <code>{describePreset(preset)}</code>
              </span>
            )}
            <Markdown text={says} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Errors({ failures, common }: { failures: Operation['failures']; common: ReadonlySet<string> }) {
  const own = failures.filter((failure) => !common.has(keyOf(failure)));
  const others = failures.filter((failure) => common.has(keyOf(failure)));
  return (
    <>
      <h3 data-unsearched>Errors</h3>
      {own.length > 0 && (
        <ul class="docs-errors" data-unsearched>
          {own.map(({ status, says }) => (
            <li key={says}>
              <strong>{status}</strong> <Markdown text={says} />
            </li>
          ))}
        </ul>
      )}
      <p class="faint" data-unsearched>
        <a href="/docs/api#errors">Every endpoint</a> can answer{' '}
        {others.map(({ status, says }, place) => (
          <span key={says}>
            {place > 0 && ', '}
            {status} <code>{codeOf(says)}</code>
          </span>
        ))}
        .
      </p>
    </>
  );
}

function Markdown({ text }: { text: string }) {
  return <div dangerouslySetInnerHTML={{ __html: renderDescription(text) }} />;
}

function describePreset(preset: unknown): string {
  return typeof preset === 'string' ? preset : JSON.stringify(preset);
}

const keyOf = ({ status, says }: Operation['failures'][number]) => `${status} ${says}`;

/** Every meaning starts with the code. */
const codeOf = (says: string) => /^`(\w+)`/.exec(says)?.[1] ?? says;

/** Returns the failures that all endpoints share. */
function findCommonFailures(operations: readonly Operation[]): ReadonlySet<string> {
  const [first, ...others] = operations.map(({ failures }) => new Set(failures.map(keyOf)));
  return new Set([...(first ?? [])].filter((key) => others.every((keys) => keys.has(key))));
}
