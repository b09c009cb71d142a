import { notifications } from '@mantine/notifications';
import { ApiProblem } from '../api/api-problem.ts';
import { describeProblem } from './problem-notice.tsx';

export function noticeDone(message: string): void {
  notifications.show({ message, color: 'teal' });
}

/** Stays until it is closed, and above success notices: a failure must not go unseen. */
export function noticeProblem(title: string, problem: unknown): void {
  const request = problem instanceof ApiProblem && problem.requestId ? ` (request ${problem.requestId})` : '';
  notifications.show({
    title,
    message: describeProblem(problem) + request,
    color: 'red',
    autoClose: false,
    priority: 1,
  });
}
