import { Alert, Text } from '@mantine/core';
import type { ZodMiniObject } from 'zod/mini';
import { useRead } from '../../api/use-read.ts';
import { listUnknownParams } from './view-params.ts';

/** Says when the list shows something other than the opened saved view, or the view is gone. */
export function ViewNotice({
  shape,
  viewId,
  onClose,
}: {
  /** The schema of the list's search parameters. */
  shape: ZodMiniObject;
  viewId: string | undefined;
  onClose: () => void;
}) {
  const views = useRead('/views', {}, { enabled: viewId !== undefined });
  if (viewId === undefined || !views.data) return null;
  const view = views.data.items.find(({ id }) => id === viewId);
  const unknown = view ? listUnknownParams(shape, view.params) : [];
  if (view && unknown.length === 0) return null;
  return (
    <Alert
      color="orange"
      mb="sm"
      role="status"
      withCloseButton
      closeButtonLabel="Close this message"
      onClose={onClose}
    >
      <Text size="sm">
        {view
          ? `The view ${view.name} was saved with ${unknown.join(', ')}, which this list does not know any more: ` +
            'it is left out. Save the view again to be rid of this.'
          : 'This view is not there any more. The list shows what its address says.'}
      </Text>
    </Alert>
  );
}
