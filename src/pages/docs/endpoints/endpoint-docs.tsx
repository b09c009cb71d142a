import { renderToString } from 'preact-render-to-string';
import { docsOfTag, type Route } from '../../../platform/http/route.ts';
import type { Doc } from '../doc.ts';
import { renderDescription } from '../text/render-markdown.tsx';
import { Code } from '../text/code.tsx';
import { Table } from '../text/table.tsx';
import { describeType, followSchema, listFields, type Field } from './describe-schema.ts';
import { listOperations, type Description, type Operation } from './operations.ts';
import { readRecordedAnswer, writeCurl } from './recorded-answers.ts';

export interface EndpointsOptions {
  description: Description;
  /** What the description was made from. */
  endpoints: readonly Route[];
}

/** A page for each tag of the description, with a section for each of its endpoints. */
export function buildEndpointDocs({ description, endpoints }: EndpointsOptions): Doc[] {
  const operations = listOperations(description, endpoints);
  const common = findCommonFailures(operations);
  return (description.tags ?? []).map(({ name, description: says = '' }) => {
    const summary = `${says}.`;
    const html = renderToString(
      <>
        <h1 id="endpoints">{name}</h1>
        <p>{summary}</p>
        {operations
          .filter(({ tag }) => tag === name)
          .map((operation) => (
            <Endpoint key={operation.id} {...{ operation, description, common }} />
          ))}
      </>,
    );
    return {
      path: docsOfTag(name),
      title: name,
      summary,
      group: 'Endpoints',
      html,
    };
  });
}

interface EndpointProps {
  operation: Operation;
  description: Description;
  /** What every endpoint can answer: told once, in the rules of the API. */
  common: ReadonlySet<string>;
}

function Endpoint({ operation, description, common }: EndpointProps) {
  const parameters = operation.parameters.map((parameter): Field & { place: string; preset: unknown } => ({
    name: parameter.name,
    type: describeType(description, parameter.schema),
    isRequired: parameter.isRequired,
    says: parameter.says,
    place: parameter.in,
    preset: followSchema(description, parameter.schema).default,
  }));
  const fields = operation.body ? listFields(description, operation.body) : [];
  const recorded = readRecordedAnswer(operation.id);
  const failures = operation.failures.filter((failure) => !common.has(keyOf(failure)));
  return (
    <>
      <h2 id={operation.id}>
        {operation.method} {operation.path}
      </h2>
      <p class="docs-summary">{operation.summary}.</p>
      <Markdown text={operation.description} />
      <Markdown text={`**Cost:** ${operation.cost} See [limits](/docs/limits).`} />
      {parameters.length > 0 && (
        <Table
          label={`Parameters of ${operation.id}`}
          headings={['Parameter', 'Value', 'Unless given', 'Meaning']}
        >
          {parameters.map(({ name, place, type, isRequired, preset, says }) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
                {place === 'query' ? '' : ` (${place})`}
              </td>
              <td>{type}</td>
              <td>{isRequired ? 'required' : describePreset(preset)}</td>
              <td>
                <Markdown text={says} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {fields.length > 0 && (
        <Table label={`Body of ${operation.id}`} headings={['Field of the body', 'Value', 'Meaning']}>
          {fields.map(({ name, type, isRequired, says }) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
                {isRequired ? ', required' : ''}
              </td>
              <td>{type}</td>
              <td>
                <Markdown text={says} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {recorded && (
        <>
          <Code label={`Request of ${operation.id}`} text={writeCurl(recorded.request)} />
          <p>
            Answers {recorded.status}, from the demonstration catalogue; of long lists the beginning is shown:
          </p>
          <Code label={`Answer of ${operation.id}`} text={JSON.stringify(recorded.answer, null, 2)} />
        </>
      )}
      <p>
        Errors, besides those that <a href="/docs/api#errors">every endpoint</a> can give
        {failures.length === 0 ? ': none.' : ':'}
      </p>
      {failures.length > 0 && (
        <ul class="docs-errors" data-unsearched>
          {failures.map(({ status, says }) => (
            <li key={says}>
              <strong>{status}</strong> <Markdown text={says} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Markdown({ text }: { text: string }) {
  return <div dangerouslySetInnerHTML={{ __html: renderDescription(text) }} />;
}

function describePreset(preset: unknown): string {
  if (preset === undefined) return '';
  return typeof preset === 'string' ? preset : JSON.stringify(preset);
}

const keyOf = ({ status, says }: Operation['failures'][number]) => `${status} ${says}`;

/** Those that all endpoints have alike. */
function findCommonFailures(operations: readonly Operation[]): ReadonlySet<string> {
  const [first, ...others] = operations.map(({ failures }) => new Set(failures.map(keyOf)));
  return new Set([...(first ?? [])].filter((key) => others.every((keys) => keys.has(key))));
}
