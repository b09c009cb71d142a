import { z } from 'zod';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { retryTransaction } from '../../../platform/db/retry-transaction.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import { pathId } from '../../../platform/http/path-id.ts';
import type { Author } from '../../../platform/audit/audit-store.ts';
import type { ClaimedFacts } from '../../../facts/product-facts.ts';
import type { Operator } from '../../../platform/http/callers/operator.ts';
import { adminRoutesOf } from '../../../platform/http/callers/admin-route.ts';
import { QUALIFIED_FROM } from '../../../quality/quality-contract.ts';
import { listQualityGains } from '../../../quality/quality-gains.ts';
import { loadCatalogueContext } from '../../../facts/state/catalogue-context.ts';
import { changeProductStatus, deleteArchivedProduct, type StatusChange } from './change-product-status.ts';
import { changeProduct, createProduct } from '../change-product.ts';
import { lockProduct } from '../lock-product.ts';
import { editProduct, requireProduct } from './edit-product.ts';
import {
  adminProductSchema,
  adminQualitySchema,
  archivingSchema,
  freeFromSchema,
  newProductSchema,
  productEditSchema,
  statusChangeSchema,
} from './product-admin-contract.ts';
import { readProductStates } from '../../../facts/state/product-state-store.ts';
import { buildStateQuality } from '../../../facts/state/product-state.ts';
import { readGtin } from '../../barcodes/read-code.ts';
import { requireSource } from '../../../facts/resolve-facts.ts';

const params = z.object({ id: pathId('Id of the product', '600ee031-e4be-5cc9-ba9b-2d37e2456165') });
const adminRoute = adminRoutesOf({ tag: 'Products' });

/** The routes with which operators see and change products of any status, with every detail. */
export function productAdminRoutes(deps: { db: Db }) {
  return [...productReadRoutes(deps), ...productWriteRoutes(deps), ...productStatusRoutes(deps)];
}

function productReadRoutes({ db }: { db: Db }) {
  return [
    adminRoute('get', '/products/{id}', 'getProduct', {
      role: 'reviewer',
      summary: 'All data of a product, with the suppliers of each field',
      params,
      response: adminProductSchema,
      errors: ['not_found'],
      handler: ({ params: { id } }) => requireProduct(db, id),
    }),
    adminRoute('get', '/products/{id}/quality', 'getProductQuality', {
      role: 'reviewer',
      summary: 'The quality score part by part, and edits that would raise it',
      params,
      response: adminQualitySchema,
      errors: ['not_found'],
      handler: async ({ params: { id } }) => {
        const state = (await readProductStates(db, [id])).get(id);
        if (!state) throw noSuchProduct();
        const context = await loadCatalogueContext(db);
        const quality = buildStateQuality(state, context);
        return {
          product_id: id,
          quality_score: quality.score,
          is_qualified: quality.score >= QUALIFIED_FROM,
          parts: quality.parts,
          failed_checks: quality.failedChecks,
          penalty: quality.penalty,
          gains: listQualityGains(quality, requireSource(context, 'operator').trust),
        };
      },
    }),
  ];
}

function productWriteRoutes({ db }: { db: Db }) {
  const write = (
    id: string,
    version: number,
    said: { facts: ClaimedFacts; reason?: string },
    { operator, author }: { operator: Operator; author: Author },
  ) => {
    const words = { ...said, source: 'operator', operatorId: operator.id, author };
    const change = async (tx: Tx) =>
      changeProduct(tx, await lockProduct(tx, id, version), words, await loadCatalogueContext(tx));
    return editProduct(db, id, () => retryTransaction(db, change));
  };
  return [
    adminRoute('post', '/products', 'createProduct', {
      role: 'editor',
      summary: 'Creates a product; the operator verifies every given fact',
      body: newProductSchema,
      response: adminProductSchema,
      status: 201,
      errors: ['validation_failed', 'invalid_gtin', 'barcode_conflict'],
      handler: async ({ body, operator, author }) => {
        const { status, gtin, msrp, ...facts } = body;
        const barcode = gtin === undefined ? undefined : readGtin(gtin);
        const words = { facts, barcode, msrp, source: 'operator', operatorId: operator.id, author };
        const { id } = await retryTransaction(db, async (tx) =>
          createProduct(tx, { ...words, status }, await loadCatalogueContext(tx)),
        );
        return await requireProduct(db, id);
      },
    }),
    adminRoute('patch', '/products/{id}', 'editProduct', {
      role: 'editor',
      summary: 'Changes the given facts, which the operator thereby verifies',
      description:
        'An absent field stays, null empties it, and an unchanged field is verified. 409 `version_conflict` when ' +
        'the product was changed meanwhile: `details` holds its present version and the product.',
      params,
      body: productEditSchema,
      response: adminProductSchema,
      errors: ['not_found', 'validation_failed', 'version_conflict', 'invalid_state'],
      handler: async (input) => {
        const { version, ...facts } = input.body;
        return await write(input.params.id, version, { facts }, input);
      },
    }),
    adminRoute('put', '/products/{id}/free-from', 'setFreeFrom', {
      role: 'editor',
      summary: 'States which allergens are not in a product, though a source says so, with a reason',
      description:
        'The reason is kept in the audit log. A source that states one of them in other words later takes it off again, and ' +
        'the review queue gets a note.',
      params,
      body: freeFromSchema,
      response: adminProductSchema,
      errors: ['not_found', 'validation_failed', 'version_conflict', 'invalid_state'],
      handler: async (input) => {
        const { version, allergens, reason } = input.body;
        return await write(input.params.id, version, { facts: { free_from: allergens }, reason }, input);
      },
    }),
    adminRoute('delete', '/products/{id}', 'deleteProduct', {
      role: 'admin',
      summary: 'Deletes an archived product for good',
      params,
      response: z.object({ id: z.uuid() }),
      errors: ['not_found', 'invalid_state'],
      handler: async ({ params: { id }, author }) => {
        await deleteArchivedProduct(db, id, author);
        return { id };
      },
    }),
  ];
}

function productStatusRoutes({ db }: { db: Db }) {
  const statusRoute = <Action extends StatusChange['action'], B extends z.ZodType<{ version: number }>>(
    action: Action,
    summary: string,
    body: B,
    buildChange: (body: z.output<B>) => StatusChange,
  ) =>
    adminRoute('post', `/products/{id}/${action}`, `${action}Product`, {
      role: 'editor',
      summary,
      params,
      body,
      response: adminProductSchema,
      errors: ['not_found', 'validation_failed', 'version_conflict', 'invalid_state'],
      handler: async (input) => {
        const { id } = input.params;
        const given = input.body as z.output<B>;
        const change = buildChange(given);
        const { version } = given;
        return await editProduct(db, id, () =>
          changeProductStatus(db, { id, version, change, author: input.author }),
        );
      },
    });
  return [
    statusRoute('archive', 'Takes a product out of use, with a reason', archivingSchema, ({ reason }) => ({
      action: 'archive',
      reason,
    })),
    statusRoute('restore', 'An archived product becomes a draft again', statusChangeSchema, () => ({
      action: 'restore',
    })),
    statusRoute('activate', 'A draft becomes public', statusChangeSchema, () => ({ action: 'activate' })),
    statusRoute('deactivate', 'An active product becomes a draft', statusChangeSchema, () => ({
      action: 'deactivate',
    })),
  ];
}

const noSuchProduct = () => new ApiError('not_found', 'There is no product with this id.');
