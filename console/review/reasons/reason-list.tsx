import { Group, Kbd, UnstyledButton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';

/** The ready-made reasons; the first nine have a digit. */
export function ReasonList({
  reasons,
  chosen,
  disabled = false,
  onChoose,
}: {
  reasons: readonly string[];
  /** The reason that is written so far. */
  chosen?: string;
  disabled?: boolean;
  onChoose: (reason: string) => void;
}) {
  // On the window: a digit may be pressed before the dialog has the focus.
  useWindowEvent('keydown', (event) => {
    const isWriting = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    const reason = /^[1-9]$/.test(event.key) ? reasons[Number(event.key) - 1] : undefined;
    if (!reason || isWriting || disabled || event.repeat || event.ctrlKey || event.metaKey || event.altKey)
      return;
    event.preventDefault();
    onChoose(reason);
  });
  return reasons.map((text, index) => (
    <UnstyledButton
      key={text}
      onClick={() => onChoose(text)}
      disabled={disabled}
      aria-pressed={chosen === undefined ? undefined : chosen === text}
      data-autofocus={index === 0 || undefined}
      fz="sm"
      fw={chosen === text ? 700 : undefined}
      p={4}
    >
      <Group gap="sm" wrap="nowrap">
        {index < 9 && <Kbd size="xs">{index + 1}</Kbd>} {text}
      </Group>
    </UnstyledButton>
  ));
}
