import { sql } from 'drizzle-orm';
import { fieldOf } from '../../facts/product-facts.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { foldText } from '../../platform/text/fold-text.ts';
import { RISKS, type RiskCode } from '../queue/risk-contract.ts';
import { hasUnwantedWords } from '../queue/unwanted-words.ts';
import { listContent } from './submission-content.ts';

interface Unrated {
  gtin14?: string | null | undefined;
  productId?: string | null | undefined;
  accountId?: string | null | undefined;
  content: Record<string, unknown>;
}

interface Surroundings extends Record<string, unknown> {
  isKnown: boolean;
  isInUse: boolean;
  name: string | null;
  brand: string | null;
  isOperatorsWord: boolean;
  hasTwin: boolean;
  isKnownSender: boolean;
}

/** Returns the columns of new submissions that rate them: the risk at arrival, and the folded name. Reads once for all. */
export async function rateSubmissions<T extends Unrated>(
  db: Db | Tx,
  submissions: readonly T[],
): Promise<(T & { risk: number; nameKey: string | null })[]> {
  const said = submissions.map(({ content, gtin14, productId, accountId }, index) => {
    const { name, brand, ...others } = listContent(content);
    return {
      index,
      gtin14,
      product_id: productId,
      account_id: accountId,
      name: typeof name === 'string' ? name : null,
      name_key: typeof name === 'string' ? foldText(name) : null,
      brand_key: typeof brand === 'string' ? foldText(brand) : null,
      fields: Object.entries({ name, brand, ...others })
        .filter(([, value]) => value !== undefined)
        .map(([member]) => fieldOf(member)),
    };
  });
  // A pending submission that an older release took has no folded name.
  const { rows } = await db.execute<Surroundings>(sql`
    select target.id is not null as "isKnown", target.status is not distinct from 'active' as "isInUse", target.name,
      (select name from brands where brands.id = target.brand_id) as brand,
      exists (select from field_provenance f join sources on sources.id = f.source_id
        where f.product_id = target.id and sources.code = 'operator' and f.field = any(said.fields)) as "isOperatorsWord",
      exists (select from submissions where status = 'pending' and md5(name_key) = md5(said.name_key)
        union all select from submissions where status = 'pending' and name_key is null
          and md5(lower(content->>'name')) = md5(lower(said.name))) as "hasTwin",
      exists (select from submissions where submissions.account_id = said.account_id and status = 'approved'
        and not is_decided_by_rule) as "isKnownSender"
    from jsonb_to_recordset(${JSON.stringify(said)}::jsonb) as said
      (index int, gtin14 text, product_id uuid, account_id uuid, name text, name_key text, fields text[])
    left join products named on named.id = coalesce(
      (select product_id from barcodes where barcodes.gtin14 = said.gtin14), said.product_id)
    left join products target on target.id = coalesce(named.merged_into_id, named.id)
    order by said.index`);
  return submissions.map((submission, index) => {
    const { name_key: nameKey = null, brand_key: brandKey = null } = said[index] ?? {};
    const found = rows[index];
    if (!found) throw new Error('a submission was not rated');
    const isOther = (key: string | null, stored: string | null) =>
      key !== null && stored !== null && key !== foldText(stored);
    const risks: Record<RiskCode, boolean> = {
      unknown_sender: !found.isKnownSender,
      look_alike: !found.isKnown && found.hasTwin,
      operator_word: found.isOperatorsWord,
      unwanted_words: hasUnwantedWords(listContent(submission.content)),
      renames: found.isInUse && (isOther(nameKey, found.name) || isOther(brandKey, found.brand)),
    };
    const risk = RISKS.reduce((sum, { code, value }) => (risks[code] ? sum + value : sum), 0);
    return { ...submission, risk, nameKey };
  });
}
