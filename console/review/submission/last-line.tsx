import { Anchor, Button, CloseButton, Group, Stack, Text } from '@mantine/core';
import { KeyHint } from '../../parts/keys/key-hint.tsx';
import { describeProblem } from '../../parts/problem-notice.tsx';
import { useDesk, useDeskState } from '../desk/desk-context.ts';
import classes from './last-line.module.css';

const MAX_REFUSALS = 3;

/** The last decision with its undo button, and refusals as they arrive. It has its own space and covers nothing. */
export function LastLine({ onUndo, onOpen }: { onUndo: () => void; onOpen: (id: string) => void }) {
  const { drop } = useDesk();
  const { last, note, refusals } = useDeskState();
  const rest = refusals.length - MAX_REFUSALS;
  return (
    <Stack gap={2} mt={4}>
      <Group gap={6} mih={{ base: 0, xs: 22 }} className={classes.line} role="status">
        <Text size="sm" {...(last?.problem ? { c: 'var(--mantine-color-error)' } : {})} lineClamp={2}>
          {last?.text ?? ''}
          {last?.problem !== undefined && `: ${describeProblem(last.problem)}`}
        </Text>
        {last?.undoes && (
          <Button
            // A new key restarts the countdown with each decision.
            key={last.decidedAt}
            size="compact-xs"
            variant="subtle"
            className={classes.undo}
            data-counting={last.decidedAt === undefined ? undefined : true}
            title="It can be taken back later too"
            onClick={onUndo}
          >
            Take {last.undoes} <KeyHint name="z" />
          </Button>
        )}
      </Group>
      {note && (
        <Text size="sm" fw={600} role="status">
          {note}
        </Text>
      )}
      {refusals.slice(0, MAX_REFUSALS).map(({ id, name, problem }) => (
        <Group key={id} gap={6} wrap="nowrap" role="alert">
          <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
            <Anchor component="button" type="button" inherit onClick={() => onOpen(id)}>
              {name}
            </Anchor>
            : {describeProblem(problem)}
          </Text>
          <CloseButton size="xs" aria-label={`Dismiss: ${name}`} onClick={() => drop(id)} />
        </Group>
      ))}
      {rest > 0 && <Text size="xs">and {rest} more that were refused</Text>}
    </Stack>
  );
}
