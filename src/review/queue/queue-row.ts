import { sql, type SQL } from 'drizzle-orm';
import { PART_LIST } from '../../facts/registry/fact-list.ts';
import { currentFacts, namedProduct, recordOf } from './queue-condition.ts';
import type { QueueRow, SubmissionSummary } from './queue-contract.ts';

const FACT_NAMES = new Set([...PART_LIST.map(({ name }) => name), 'brand', 'category']);

/** Selects the names of submitted fields for which a condition on `said` and `now` holds. */
const namesWhere = (condition: SQL) => sql<string[]>`array(
  select said.key from (select ${currentFacts} as facts offset 0) as product,
    jsonb_each(case jsonb_typeof(submissions.content) when 'object' then submissions.content else '{}' end) as said,
    lateral (select nullif(nullif(nullif(nullif(
      product.facts->said.key, 'null'), '""'), '[]'), '{}') as value) as now
  where ${condition} order by said.key)`;

/** Tables conflict if a common key differs, but not if one has more keys. */
const isOtherwise = sql`now.value is not null and case jsonb_typeof(now.value)
  when 'object' then now.value || said.value <> said.value || now.value else now.value <> said.value end`;

/** Columns of the queue besides those of a submission. */
export const rowColumns = {
  changes: namesWhere(sql`not coalesce(now.value @> said.value, false)`),
  conflicts: namesWhere(isOtherwise),
  ownPictureId: sql<string | null>`(
    select id from submission_pictures where submission_id = submissions.id and state <> 'taken_down'
    order by (role = 'front') desc, id limit 1)`,
  productPicture: sql<string | null>`(
    select coalesce(jsonb_path_query_first(p.facts, '$.contributed_pictures.*.url'),
      jsonb_path_query_first(p.facts, '$.pictures.*.url')) #>> '{}'
    from products named join products p on p.id = coalesce(named.merged_into_id, named.id)
    where named.id = ${namedProduct})`,
  senderRecord: recordOf,
};

interface RowColumns {
  changes: string[];
  conflicts: string[];
  ownPictureId: string | null;
  productPicture: string | null;
  senderRecord: QueueRow['sender_record'];
}

export function buildQueueRow(
  { changes, conflicts, ownPictureId, productPicture, senderRecord }: RowColumns,
  { id, product_name: productName, risks }: Pick<SubmissionSummary, 'id' | 'product_name' | 'risks'>,
): QueueRow {
  const facts = (names: string[]) => names.filter((name) => FACT_NAMES.has(name));
  const ofProduct = facts(conflicts).length > 0 ? 'conflict' : 'correction';
  const ofNone = risks.includes('look_alike') ? 'duplicate' : 'new';
  return {
    standing: productName === null ? ofNone : ofProduct,
    changes: facts(changes),
    conflicts: facts(conflicts),
    picture: ownPictureId ? `/api/admin/submissions/${id}/images/${ownPictureId}?size=200` : productPicture,
    sender_record: senderRecord,
  };
}
