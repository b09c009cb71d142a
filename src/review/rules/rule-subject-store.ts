import { sql, type SQL } from 'drizzle-orm';
import type { UnitDifference } from '../../catalog/difference/diff-products.ts';
import { readsWithin, type Db, type Tx } from '../../platform/db/client.ts';
import { currentFacts, hasPictures, namedProduct, recordOf } from '../queue/queue-condition.ts';
import { listContent } from '../submissions/submission-content.ts';
import type { RuleSubject } from './match-rule.ts';
import { JUDGED_DECISIONS } from './rule-contract.ts';

/** Rules do not match longer submissions. */
const MOST_CHARACTERS = 20_000;
const STATEMENT_MS = 5_000;

/** True if the standing approval added the submission's barcode to a product that the submission did not name. */
const isRetargeted = sql`exists (select from decision_records r
  where r.submission_id = submissions.id and r.undone_at is null and not r.is_new_product
    and submissions.product_id is null and submissions.gtin14 is not null
    and r.difference->'barcodes' @> jsonb_build_array(
      jsonb_build_object('before', null, 'after', jsonb_build_object('gtin14', submissions.gtin14))))`;

/** For a decided submission: true if its product did not exist at the time. */
const wasNew = sql`(${isRetargeted} or not exists (select from products
  where products.id = ${namedProduct} and products.created_at < coalesce(submissions.reviewed_at, 'infinity')))`;

const subjectColumns = (hasNumbers: boolean) => sql`
  submissions.id, submissions.account_id as "accountId", ${recordOf} as "senderRecord", ${wasNew} as "isNew",
  case when length(submissions.content::text) <= ${MOST_CHARACTERS}::int then submissions.content end as content,
  submissions.gtin14 is not null and submissions.product_id is not null as "addsBarcode",
  ${hasPictures} as "hasPictures",
  ${
    hasNumbers
      ? sql`${currentFacts} as facts, (select difference->'units' from decision_records r
          where r.submission_id = submissions.id and r.undone_at is null) as units`
      : sql`null::jsonb as facts, null::jsonb as units`
  }`;

interface SubjectRow extends Record<string, unknown>, Omit<RuleSubject, 'content' | 'before'> {
  id: string;
  content: unknown;
  facts: Record<string, unknown> | null;
  units: UnitDifference[] | null;
}

const buildSubject = ({ content, facts, units, ...row }: SubjectRow): RuleSubject => ({
  accountId: row.accountId,
  senderRecord: row.senderRecord,
  isNew: row.isNew,
  addsBarcode: row.addsBarcode,
  hasPictures: row.hasPictures,
  content: content === null ? null : listContent(content),
  before: Object.assign({}, facts, ...(units ?? []).map(({ before }) => before)) as RuleSubject['before'],
});

/** Returns pending submissions as rules see them, by id. `hasNumbers`: with the current facts of their products. */
export async function findSubjects(
  db: Db | Tx,
  ids: readonly string[],
  hasNumbers: boolean,
): Promise<Map<string, RuleSubject>> {
  const { rows } = await db.execute<SubjectRow>(sql`
    select ${subjectColumns(hasNumbers)} from submissions
    where submissions.id = any(${sql.param(ids)}::uuid[]) and submissions.status = 'pending'`);
  return new Map(rows.map((row) => [row.id, buildSubject(row)]));
}

/** A decision of an operator about a submission. */
export interface DecidedSubject {
  id: string;
  name: string | null;
  status: 'approved' | 'rejected';
  reviewedAt: Date;
  wasAsked: boolean;
  /** An operator entered other values, or approved it onto another product. */
  wasChanged: boolean;
  /** The approval needed explicit decisions of an operator. */
  tookDecisions: boolean;
  subject: RuleSubject;
}

type DecidedRow = SubjectRow & Omit<DecidedSubject, 'subject' | 'reviewedAt'> & { reviewed_at: string };

/** Returns the newest standing decisions not made by rules. */
export async function listDecided(db: Db, hasNumbers: boolean): Promise<DecidedSubject[]> {
  const hasSaid = (...names: string[]): SQL => sql`exists (select from audit_log a where a.seq = last.seq
    and a.after ?| ${sql.param(names)}::text[])`;
  const { rows } = await db.transaction(
    async (tx) =>
      await tx.execute<DecidedRow>(sql`
      select ${subjectColumns(hasNumbers)}, submissions.status, submissions.reviewed_at,
        coalesce(submissions.content->>'name', (select name from products where id = submissions.result_product_id)) as name,
        exists (select from submission_messages m where m.submission_id = submissions.id and m.kind = 'question')
          as "wasAsked",
        ${hasSaid('overrides')} or ${isRetargeted} as "wasChanged",
        ${hasSaid('decisions', 'confirmed_different')} as "tookDecisions"
      from (
        select * from submissions where status <> 'pending' and not is_decided_by_rule
        order by reviewed_at desc limit ${JUDGED_DECISIONS}::int
      ) as submissions
      left join lateral (select max(seq) as seq from audit_log where entity = 'submission'
        and entity_id = submissions.id::text and action = 'submission.approved') as last on true
      order by submissions.reviewed_at desc`),
    readsWithin(STATEMENT_MS),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    status: row.status,
    reviewedAt: new Date(row.reviewed_at),
    wasAsked: row.wasAsked,
    wasChanged: row.wasChanged,
    tookDecisions: row.tookDecisions,
    subject: buildSubject(row),
  }));
}
