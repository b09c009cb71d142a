import { Alert, Button, Code, Group, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiProblem } from '../api/api-problem.ts';

/** The service's error message, with the request id to quote and a retry button. */
export function ProblemNotice({
  problem,
  onRetry,
  title,
}: {
  problem: unknown;
  onRetry?: (() => void) | undefined;
  title?: string;
}) {
  const fields = listFields(problem);
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={18} />}
      role="alert"
      {...(title ? { title } : {})}
      styles={{ message: { overflowWrap: 'anywhere' } }}
    >
      <Text size="sm">{describeProblem(problem)}</Text>
      {fields.length > 0 && (
        <List size="sm" mt={4}>
          {fields.map(({ field, message }) => (
            <List.Item key={field + message}>
              <b>{field}</b>: {message}
            </List.Item>
          ))}
        </List>
      )}
      <Group gap="sm" mt={onRetry || requestIdOf(problem) ? 'xs' : 0}>
        {onRetry && (
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
        {requestIdOf(problem) && (
          <Text size="xs" c="dimmed">
            Request <Code>{requestIdOf(problem)}</Code>
          </Text>
        )}
      </Group>
    </Alert>
  );
}

export function describeProblem(problem: unknown): string {
  if (problem instanceof ApiProblem) return problem.message;
  return 'Something went wrong in the console itself. Reload the page.';
}

function requestIdOf(problem: unknown): string | null {
  return problem instanceof ApiProblem ? problem.requestId : null;
}

function listFields(problem: unknown): { field: string; message: string }[] {
  const fields = problem instanceof ApiProblem ? problem.details['fields'] : undefined;
  return Array.isArray(fields) ? (fields as { field: string; message: string }[]) : [];
}
