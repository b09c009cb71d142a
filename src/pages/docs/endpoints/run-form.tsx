import { describeType, followSchema } from './describe-schema.ts';
import type { Description, Operation } from './operations.ts';
import type { RecordedAnswer } from './recorded-answers.ts';

/** POST endpoints that change nothing. */
const READING_POSTS = ['lookUpManyProducts'];
/** Rows of the field for the body. */
const MOST_ROWS = 12;

export const isRunnable = ({ id, method }: Operation): boolean =>
  method === 'GET' || READING_POSTS.includes(id);

interface Input {
  name: string;
  isInPath: boolean;
  isRequired: boolean;
  /** All allowed values; undefined for free text. */
  values: string[] | undefined;
  hint: string;
  value: string;
}

/** The form that sends a request to this service from the page. `docs-run.js` shows and sends it. */
export function RunForm({
  operation,
  description,
  request,
}: {
  operation: Operation;
  description: Description;
  request: RecordedAnswer['request'];
}) {
  const given = readGiven(operation.path, request.path);
  const inputs = operation.parameters
    .filter(({ in: place }) => place !== 'header')
    .map((parameter): Input => {
      const { enum: values, default: preset } = followSchema(description, parameter.schema);
      return {
        name: parameter.name,
        isInPath: parameter.in === 'path',
        isRequired: parameter.isRequired,
        values: values?.filter((value) => value !== null).map(String),
        hint: preset === undefined ? describeType(description, parameter.schema, 3) : String(preset),
        value: given.get(parameter.name) ?? '',
      };
    });
  const first = inputs.filter(({ isRequired, value }) => isRequired || value !== '');
  const others = inputs.filter((input) => !first.includes(input));
  const body = request.body === undefined ? undefined : JSON.stringify(request.body, null, 2);
  return (
    <details class="run" hidden>
      <summary>Run it here</summary>
      <form data-method={operation.method} data-path={operation.path} aria-label={`Run ${operation.id}`}>
        {first.map((input) => (
          <RunInput key={input.name} {...input} />
        ))}
        {body !== undefined && (
          <label>
            Body
            <textarea data-body rows={Math.min(body.split('\n').length, MOST_ROWS)} spellcheck={false}>
              {body}
            </textarea>
          </label>
        )}
        {others.length > 0 && (
          <details>
            <summary>More parameters</summary>
            {others.map((input) => (
              <RunInput key={input.name} {...input} />
            ))}
          </details>
        )}
        <label>
          API key, {operation.needsKey ? 'required' : 'if you have one'}; this tab alone keeps it
          <input class="key" data-key autocomplete="off" spellcheck={false} />
        </label>
        <button type="submit">Run</button>
      </form>
      <div class="run-answer" hidden>
        <p role="status" />
        <dl />
        <pre tabIndex={0} role="group" aria-label={`Answer to this run of ${operation.id}`} />
      </div>
    </details>
  );
}

function RunInput({ name, isInPath, isRequired, values, hint, value }: Input) {
  const described = { name, 'data-in': isInPath ? 'path' : 'query' };
  return (
    <label>
      <code>{name}</code>
      {isRequired && ', required'}
      {values ? (
        <select {...described}>
          {!isRequired && <option value="" />}
          {values.map((one) => (
            <option key={one} selected={one === value}>
              {one}
            </option>
          ))}
        </select>
      ) : (
        <input {...described} value={value} placeholder={hint} autocomplete="off" spellcheck={false} />
      )}
    </label>
  );
}

/** Returns the values that a request has for its path and query parameters. */
function readGiven(template: string, address: string): Map<string, string> {
  const [path = '', query = ''] = address.split('?');
  const parts = path.split('/');
  const given = new Map(new URLSearchParams(query));
  for (const [place, part] of template.split('/').entries()) {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name !== undefined) given.set(name, decodeURIComponent(parts[place] ?? ''));
  }
  return given;
}
