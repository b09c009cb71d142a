import { List } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ApiClient } from '../../api/api-client.ts';
import { useWrite } from '../../api/use-write.ts';
import { WriteWithReason } from './write-with-reason.tsx';

export interface Erasing {
  title: string;
  /** What is deleted, and what stays. */
  consequences: string[];
  write: (api: ApiClient, reason: string) => Promise<unknown>;
  /** The success message. */
  done: string;
  refresh: string[][];
  onDone?: () => void;
}

/** Asks for the reason of an erasure, and says what it deletes. */
export function openErasing(erasing: Erasing): void {
  modals.open({ title: erasing.title, children: <EraseForm {...erasing} /> });
}

function EraseForm({ consequences, write, done, refresh, onDone }: Erasing) {
  const erase = useWrite({
    write,
    done: () => done,
    refresh,
    onDone: () => {
      modals.closeAll();
      onDone?.();
    },
  });
  return (
    <WriteWithReason
      write={erase}
      action="Erase for good"
      note="Kept in the audit log for ever: name the request, not the person"
    >
      <List size="sm">
        {consequences.map((consequence) => (
          <List.Item key={consequence}>{consequence}</List.Item>
        ))}
        <List.Item>This cannot be taken back.</List.Item>
      </List>
    </WriteWithReason>
  );
}
