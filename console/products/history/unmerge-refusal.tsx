import { List, Text } from '@mantine/core';
import * as z from 'zod/mini';
import { ApiProblem } from '../../api/api-problem.ts';
import { nameFact } from '../../parts/differences/name-change.ts';
import { RelativeTime } from '../../parts/text/relative-time.tsx';
import { TextLink } from '../../parts/text/text-link.tsx';

const details = z.object({
  reason: z.string(),
  product_id: z.optional(z.string()),
  changes: z.optional(
    z.array(
      z.object({
        seq: z.number(),
        at: z.string(),
        actor: z.string(),
        actor_email: z.optional(z.nullable(z.string())),
        action: z.string(),
        fields: z.array(z.string()),
      }),
    ),
  ),
});

const WAYS: Record<string, string> = {
  not_merged: 'It has been taken back already.',
  not_recorded: 'Create the other product again, and move its barcodes by hand.',
  merged_on: 'Take the later merge back first, in the history of the product that stayed:',
  brand_or_category_gone: 'Create the brand or category again, or correct the product by hand:',
};

/** Why a merge cannot be undone, and what to do first. */
export function UnmergeRefusal({ problem }: { problem: unknown }) {
  const read = details.safeParse(problem instanceof ApiProblem ? problem.details : undefined);
  if (!read.success) return null;
  const { reason, product_id: productId, changes } = read.data;
  const link = productId !== undefined && (
    <TextLink to="/products/$productId" params={{ productId }} search={{ tab: 'history' }}>
      To its history
    </TextLink>
  );
  if (reason !== 'changed_since') {
    return (
      <Text size="sm">
        {WAYS[reason]} {link}
      </Text>
    );
  }
  return (
    <Text size="sm" component="div">
      {changes?.length
        ? 'What was changed since could belong to either product. '
        : 'An import has changed it since, and what it said could belong to either product. '}
      {link}
      <List size="sm">
        {changes?.map(({ seq, at, actor, actor_email: email, action, fields }) => (
          <List.Item key={seq}>
            Row {seq}, <RelativeTime value={at} />, {email ?? actor}:{' '}
            {fields.length > 0 ? fields.map(nameFact).join(', ') : action}
          </List.Item>
        ))}
      </List>
    </Text>
  );
}
