import { Badge, Group, SegmentedControl } from '@mantine/core';
import type { Choice } from './submission-draft.ts';

/** Takes what was submitted, or keeps what is there. */
export function ChoiceControl({
  label,
  group,
  choice,
  isUndecided,
  hasCurrent,
  isSmall = false,
  onDecide,
}: {
  label: string;
  /** Set on the control that the approval leads to while it is undecided. */
  group?: string;
  choice: Choice | undefined;
  isUndecided: boolean;
  /** Whether there is a value to keep. */
  hasCurrent: boolean;
  isSmall?: boolean;
  onDecide: (choice: Choice) => void;
}) {
  return (
    <Group gap={6}>
      <SegmentedControl
        aria-label={`Decision about ${label}`}
        size={isSmall ? 'xs' : 'sm'}
        data-undecided={isUndecided ? group : undefined}
        data={[
          { value: 'take', label: 'Take' },
          { value: 'keep', label: hasCurrent ? 'Keep' : 'Leave out' },
        ]}
        value={choice ?? ''}
        onChange={(value) => onDecide(value as Choice)}
      />
      {isUndecided && group !== undefined && <Badge color="orange">decide</Badge>}
    </Group>
  );
}
