import type { IncomingHttpHeaders } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import type {
  confirmationMailSchema,
  confirmedSchema,
  NewKey,
  passwordSetSchema,
  regeneratedKeySchema,
} from '../access/accounts/account-contract.ts';
import type { OwnAccount } from '../access/accounts/sessions/own-account-contract.ts';
import type { Comparison } from '../catalog/category-comparison/comparison-contract.ts';
import type { Product } from '../catalog/products/product-contract.ts';
import type { Brand } from '../catalog/brands/brand-contract.ts';
import type { CategoryTree } from '../catalog/categories/category-contract.ts';
import type { scanAnswerSchema } from '../catalog/scan/scan-contract.ts';
import type { Source } from '../catalog/sources/source-contract.ts';
import type { Stats } from '../catalog/statistics/stats-contract.ts';
import type { SubmissionStatus, TakenSubmission } from '../review/submissions/submission-contract.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { passGuards } from '../platform/http/pass-guards.ts';
import { BODY_LIMIT_BYTES } from '../platform/http/requests/json-body.ts';
import type { TakenPicture } from '../review/pictures/submitted-picture-contract.ts';
import type { RawInput } from '../platform/http/requests/parse-input.ts';
import { bodyTooLarge } from '../platform/http/requests/read-bytes.ts';
import type { Route } from '../platform/http/route.ts';
import { runRoute } from '../platform/http/run-route.ts';
import type { ShownItem, ShownPage } from '../search/search-contract.ts';
import type { Delivery, Webhook, webhookWithSecretSchema } from '../publish/webhooks/webhook-contract.ts';

/** The endpoints that pages call, by `operationId`, and their answers. */
export interface Answers {
  searchProducts: ShownPage & { items: ShownItem[] };
  getProduct: Product;
  getProductByBarcode: Product;
  compareWithCategory: Comparison;
  listBrands: { items: Brand[]; page: number; size: number; total: number };
  getCategoryTree: CategoryTree;
  getStats: Stats;
  scanProduct: z.output<typeof scanAnswerSchema>;
  submitFacts: TakenSubmission;
  getSubmission: SubmissionStatus;
  answerQuestion: { id: string };
  register: NewKey;
  signInAccount: { done: true };
  signOutAccount: { done: true };
  getOwnAccount: OwnAccount;
  nameKey: { done: true };
  replaceOwnKey: z.output<typeof regeneratedKeySchema>;
  sendPasswordCode: z.output<typeof confirmationMailSchema>;
  confirmEmail: z.output<typeof confirmedSchema>;
  sendConfirmation: z.output<typeof confirmationMailSchema>;
  setPassword: z.output<typeof passwordSetSchema>;
  createWebhook: z.output<typeof webhookWithSecretSchema>;
  listWebhooks: { items: Webhook[] };
  changeWebhook: Webhook;
  deleteWebhook: { id: string; deleted: true };
  listWebhookDeliveries: { items: Delivery[]; page: number; size: number; total: number };
  replayWebhookDelivery: Delivery;
  sendPicture: TakenPicture;
  withdrawPicture: { id: string };
  listSources: { items: Source[] };
}

/**
 * Calls an endpoint of the API like any caller: the same checks, limits, deadline and answer. A merged product is
 * answered as the one that it was merged into. `headers` replace those of the page's request.
 * @throws ApiError the endpoint's refusal
 */
export type Ask = <Id extends keyof Answers>(
  operationId: Id,
  input?: Partial<RawInput> & { headers?: IncomingHttpHeaders },
) => Promise<Answers[Id]>;

export interface AskOptions {
  routes: ReadonlyMap<string, Route>;
  /** Middleware that a call passes in addition to that of its page. */
  guardCall: (item: Route) => RequestHandler[];
}

/** @throws Error for an unknown operation id */
export function findEndpoint(routes: AskOptions['routes'], operationId: string): Route {
  const route = routes.get(operationId);
  if (!route) throw new Error(`there is no endpoint ${operationId}`);
  return route;
}

/** Returns `ask` for one request of a page. `passed`: the endpoint whose guards the request has already passed. */
export function askFor(
  { routes, guardCall }: AskOptions,
  request: Request,
  response: Response,
  passed?: string,
): Ask {
  return async <Id extends keyof Answers>(operationId: Id, input: Parameters<Ask>[1] = {}) => {
    const route = findEndpoint(routes, operationId);
    if (operationId !== passed) await passGuards(guardCall(route), request, response);
    if (route.body) requireSize(input.body, route.bodyLimitBytes ?? BODY_LIMIT_BYTES);
    const whole = { params: {}, query: {}, body: undefined, ...input };
    const run = (params: typeof whole.params) =>
      runRoute(route, { ...whole, params }, request, response, route.deadlineMs) as Promise<Answers[Id]>;
    try {
      return await run(whole.params);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'merged')) throw error;
      return await run({ ...whole.params, id: error.details?.['merged_into'] });
    }
  };
}

/** A form is larger than its content; only the content counts for the endpoint's limit. */
function requireSize(body: unknown, limitBytes: number): void {
  const bytes = Buffer.isBuffer(body) ? body.length : Buffer.byteLength(JSON.stringify(body));
  if (bytes > limitBytes) throw bodyTooLarge(limitBytes);
}
