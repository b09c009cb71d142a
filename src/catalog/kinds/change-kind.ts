import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Db, Tx } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { saveAuditEntry, type Author } from '../../platform/audit/audit-store.ts';
import { saveRecompute } from '../../quality/recompute/recompute-store.ts';
import {
  templateFieldSchema,
  type AdminKind,
  type ChangedTemplate,
  type Template,
  type TemplateChange,
  type TemplateFieldFacts,
} from './kind-contract.ts';
import {
  findTemplate,
  listAdminKinds,
  lockKind,
  replaceFields,
  saveKind,
  saveKindName,
} from './kind-store.ts';

/** @throws ApiError `already_exists` */
export async function createKind(
  db: Db,
  author: Author,
  given: { code: string; name: string },
): Promise<AdminKind> {
  return await retryTransaction(db, async (tx) => {
    if (!(await saveKind(tx, given))) {
      throw new ApiError('already_exists', 'There is an archive kind of this code already.');
    }
    await saveAuditEntry(tx, author, {
      action: 'kind.created',
      entityId: given.code,
      after: { name: given.name },
    });
    return { ...given, field_count: 0, category_count: 0, product_count: 0 };
  });
}

/** @throws ApiError `not_found` */
export async function renameKind(db: Db, author: Author, code: string, name: string): Promise<AdminKind> {
  return await retryTransaction(db, async (tx) => {
    const before = await lockKind(tx, code);
    if (before === undefined) throw noKind();
    await saveKindName(tx, code, name);
    await saveAuditEntry(tx, author, {
      action: 'kind.renamed',
      entityId: code,
      before: { name: before },
      after: { name },
    });
    return await getKind(tx, code);
  });
}

/** @throws ApiError `not_found` */
export async function getTemplate(db: Db | Tx, code: string): Promise<Template> {
  const found = await findTemplate(db, code);
  if (!found) throw noKind();
  return buildTemplate(code, found.name, templateFieldSchema.array().parse(found.fields));
}

/**
 * Replaces all fields of a kind, in their order. Products keep the values of removed fields. A change of properties that the
 * score uses (keys, required, ranges) recomputes the scores of the kind’s products.
 * @throws ApiError `not_found`, `version_conflict` when the template was changed after it was read, `invalid_state`
 */
export async function changeTemplate(
  db: Db,
  author: Author,
  code: string,
  change: TemplateChange,
): Promise<ChangedTemplate> {
  return await retryTransaction(db, async (tx) => {
    if ((await lockKind(tx, code)) === undefined) throw noKind();
    if (code === 'food') {
      throw new ApiError('invalid_state', 'Food has a fixed record: nutrition, ingredients, Nutri-Score.');
    }
    const before = await getTemplate(tx, code);
    if (before.version !== change.version) {
      throw new ApiError('version_conflict', 'The template was changed since you read it.', {
        details: { version: before.version },
      });
    }
    const template = buildTemplate(code, before.name, change.fields);
    const { product_count: products } = await getKind(tx, code);
    const isRescored = !isDeepStrictEqual(listCounting(before.fields), listCounting(change.fields));
    const impact = {
      ...compareFields(before.fields, change.fields),
      products,
      rescored: isRescored ? products : 0,
    };
    if (change.dry_run || before.version === template.version) return { template, impact };
    await replaceFields(tx, code, change.fields);
    // Even without products now: a running import may be adding some.
    if (isRescored) {
      const scope = { kind: code };
      await saveRecompute(tx, { reason: 'kind.fields_changed', scope, requestedBy: author.actor });
    }
    await saveAuditEntry(tx, author, {
      action: 'kind.fields_changed',
      entityId: code,
      before: { fields: before.fields },
      after: { fields: change.fields, impact },
    });
    return { template, impact };
  });
}

async function getKind(tx: Tx, code: string): Promise<AdminKind> {
  const [kind] = await listAdminKinds(tx, code);
  if (!kind) throw noKind();
  return kind;
}

function buildTemplate(code: string, name: string, fields: TemplateFieldFacts[]): Template {
  // Lists the properties one by one, so that the order of keys has no effect.
  const content = fields.map((field) => [
    field.key,
    field.label,
    field.type,
    field.unit,
    field.group,
    field.required,
    field.options,
    field.min,
    field.max,
  ]);
  return { code, name, version: createHash('md5').update(JSON.stringify(content)).digest('hex'), fields };
}

/** Returns the properties of fields that the quality score uses; their order has no meaning. */
function listCounting(fields: readonly TemplateFieldFacts[]) {
  return fields
    .map(({ key, required, min, max }) => ({ key, required, min, max }))
    .filter(({ required, min, max }) => required || min !== null || max !== null)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function compareFields(before: readonly TemplateFieldFacts[], after: readonly TemplateFieldFacts[]) {
  const old = new Map(before.map((field) => [field.key, field]));
  const now = new Set(after.map(({ key }) => key));
  return {
    added: after.filter(({ key }) => !old.has(key)).map(({ key }) => key),
    changed: after
      .filter((field) => old.has(field.key) && !isDeepStrictEqual(old.get(field.key), field))
      .map(({ key }) => key),
    removed: before.filter(({ key }) => !now.has(key)).map(({ key }) => key),
  };
}

function noKind(): ApiError {
  return new ApiError('not_found', 'There is no such archive kind.');
}
