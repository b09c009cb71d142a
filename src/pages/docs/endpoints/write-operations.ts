import { describeType, listFields, type Field } from './describe-schema.ts';
import type { Cost, Description, Operation } from './operations.ts';
import { readRecordedAnswer } from './recorded-answers.ts';
import { writeCurl } from './snippets.tsx';

/** Returns the sections of endpoints in Markdown: what a page of endpoints shows. */
export function writeOperations(description: Description, operations: readonly Operation[]): string {
  return operations.map((operation) => writeOperation(description, operation)).join('\n');
}

function writeOperation(description: Description, operation: Operation): string {
  const { id, method, path, summary, parameters, body, failures, costSays } = operation;
  const recorded = readRecordedAnswer(id);
  const fields = parameters.map(({ name, schema, isRequired, says, in: place }) => ({
    name,
    type: `${describeType(description, schema)}, in the ${place}`,
    isRequired,
    says,
  }));
  return [
    `## ${method} ${path}\n\n${summary}.\n`,
    operation.description && `${operation.description}\n`,
    `Cost: ${costSays}\n`,
    listInMarkdown('Parameters', fields.map(writeField)),
    listInMarkdown('Body', body ? listFields(description, body).map(writeField) : []),
    listInMarkdown(
      'Errors',
      failures.map(({ status, says }) => `${status} ${joinLines(says)}`),
    ),
    recorded &&
      `### Example\n\n\`\`\`sh\n${writeCurl(recorded.request)}\n\`\`\`\n\n` +
        `\`\`\`json\n${JSON.stringify(recorded.answer, null, 2)}\n\`\`\`\n`,
  ]
    .filter(Boolean)
    .join('\n');
}

const WHO: Record<Cost, string> = {
  key: 'a key',
  ownLimit: 'anyone',
  none: 'anyone',
  varies: 'anyone',
  minute: 'anyone',
  one: 'anyone',
};
const QUOTA: Record<Cost, string> = {
  key: 'none',
  ownLimit: 'none; its own limit',
  none: 'none',
  varies: 'by `X-Quota-Cost`',
  minute: 'none',
  one: '1',
};

/** Returns docs/endpoints.md: every endpoint in a table. */
export function writeEndpointTable(operations: readonly Operation[]): string {
  const rows = operations.map(({ id, tag, method, path, summary, cost }) => {
    const address = `[\`${method} ${path}\`](openapi.json#${tag.toLowerCase()}/${id})`;
    return `| ${address} | ${summary} | ${WHO[cost]} | ${QUOTA[cost]} |`;
  });
  return `# Endpoints

Every endpoint of the public API, who may call it, and what a call uses of the [quota](limits.md). \`npm run openapi\` writes
this table from the description of the API. Parameters, errors and an answer of each endpoint are on the pages of \`/docs\`.

| Endpoint | What it does | Who may call it | Quota |
| --- | --- | --- | --- |
${rows.join('\n')}

The endpoints of operators are in \`/api/admin/openapi.json\`, and those for apps of Open Food Facts in
[another page](off-compatible.md).
`;
}

const writeField = ({ name, type, isRequired, says }: Field) =>
  `\`${name}\` (${type}${isRequired ? ', required' : ''})${says && `: ${joinLines(says)}`}`;

const joinLines = (text: string) => text.replaceAll(/\s+/g, ' ');

const listInMarkdown = (title: string, items: readonly string[]) =>
  items.length > 0 && `### ${title}\n\n${items.map((item) => `- ${item}`).join('\n')}\n`;
