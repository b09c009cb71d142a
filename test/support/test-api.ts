import { Readable } from 'node:stream';
import express, { type Express } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import supertest, { type Response } from 'supertest';
import { expect } from 'vitest';
import { z } from 'zod';
import { createApp } from '../../src/app.ts';
import { contributorRoutes, publicRoutes, type AppDependencies } from '../../src/routes.ts';
import type { Route } from '../../src/platform/http/route.ts';
import { createChangeFeed } from '../../src/publish/feed/change-feed.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createLogger } from '../../src/platform/logger.ts';
import type { LiveStreams } from '../../src/access/operators/live/live-streams.ts';
import { createMetrics, type Metrics } from '../../src/platform/metrics.ts';
import { buildOpenApi } from '../../src/platform/openapi/openapi.ts';
import { createPictureDecoder } from '../../src/review/pictures/decoding/decode-picture.ts';
import type { WakeUpQueue } from '../../src/platform/job-queue/wake-up-queue.ts';
import { createSearch } from '../../src/search/create-search.ts';
import { readUpstreamSettings } from '../../src/upstream/known-upstreams.ts';
import { createTestAccounts } from './callers/test-accounts.ts';
import type { TestDatabase } from './database/test-database.ts';

type OpenApiDocument = Parameters<typeof OpenApiValidator.middleware>[0]['apiSpec'];

export interface TestApi {
  app: Express;
  metrics: Metrics;
  /** Any request, as supertest has it. */
  request: () => ReturnType<typeof supertest>;
  /** GET below /api/v1. A 200 must hold what its schema says and nothing more, else the test fails. */
  get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  /** POST of a JSON body below /api/v1, with the same checks of a 200 or 201. */
  post: (path: string, body: object) => Promise<Response>;
  /** POST of a JSON body below /api/public, with the same checks. */
  submit: (path: string, body: object, headers?: Record<string, string>) => Promise<Response>;
}

/** Only their schemas are used: nothing is asked of these. */
export const describedRoutes: Route[] = publicRoutes({
  db: undefined as never,
  searchProducts: undefined as never,
  suggest: undefined as never,
  changeFeed: undefined as never,
  webhookNetworks: [],
  accounts: undefined as never,
  logger: undefined as never,
});

export const describedContributorRoutes: Route[] = contributorRoutes({
  db: undefined as never,
  queueCaps: undefined as never,
  accounts: undefined as never,
  pictureStorage: undefined,
  decodePicture: undefined as never,
});

/** Knows nothing but the OpenAPI description; an answer that does not fit it becomes a 500. */
const describedAnswers = OpenApiValidator.middleware({
  apiSpec: describeAnswers(buildOpenApi(describedRoutes, describedContributorRoutes)),
  validateRequests: false,
  validateSecurity: false,
  validateResponses: true,
  ignoreUndocumented: true,
});

/** Without headers, half of the description: the validator of each answer reads all of it. */
function describeAnswers(description: ReturnType<typeof buildOpenApi>): OpenApiDocument {
  return JSON.parse(
    JSON.stringify(description, (key, value: unknown) => (key === 'headers' ? undefined : value)),
  ) as OpenApiDocument;
}

/** Tests about the queue bring a real one. */
const NO_QUEUE: WakeUpQueue = {
  wake: () => Promise.resolve(true),
  ask: () => Promise.reject(new Error('this test has no queue')),
  close: () => Promise.resolve(),
};

/** Streams that end at once; tests about events bring real ones. */
const NO_STREAMS: LiveStreams = { open: () => Readable.from([]), subscriptions: [], close: () => undefined };

/** The application on a real database, with the Postgres search engine unless a test brings its own. */
export function createTestApi(
  database: Pick<TestDatabase, 'db'> & Partial<Pick<TestDatabase, 'consoleDb'>>,
  overrides: Partial<AppDependencies> = {},
): TestApi {
  const logger = createLogger('test', 'silent');
  const metrics = createMetrics();
  const { db } = database;
  const search = createSearch({ db, metrics, logger, engine: undefined });
  const app = createApp({
    db,
    consoleDb: database.consoleDb ?? db,
    searchProducts: search.searchProducts,
    suggest: search.suggest,
    metrics,
    logger,
    accounts: createTestAccounts(db),
    queueCaps: { public: 1_000_000, backflow: 1_000_000 },
    limits: undefined,
    wakeUps: NO_QUEUE,
    liveStreams: NO_STREAMS,
    changeFeed: createChangeFeed({ db }),
    upstreams: readUpstreamSettings(readConfig({})),
    webhookNetworks: [],
    searchIndex: undefined,
    isCookieSecure: true,
    trustProxy: false,
    readinessChecks: [],
    isStopping: () => false,
    examine: async () => [],
    pictureStorage: undefined,
    decodePicture: createPictureDecoder(),
    ...overrides,
  });
  const checkedApp = express().use(describedAnswers, app);
  return {
    app,
    metrics,
    request: () => supertest(app),
    get: async (path, headers = {}) => {
      const response = await supertest(checkedApp).get(`/api/v1${path}`).set(headers);
      if (response.status === 200) expectToFit(response, shapeOf(findRoute(path), /[?&]fields=/.test(path)));
      return response;
    },
    post: async (path, body) => {
      const response = await supertest(checkedApp).post(`/api/v1${path}`).send(body);
      if (response.status < 300) expectToFit(response, shapeOf(findRoute(path, 'post'), 'fields' in body));
      return response;
    },
    submit: async (path, body, headers = {}) => {
      const response = await supertest(checkedApp).post(`/api/public${path}`).set(headers).send(body);
      if (response.status < 300)
        expectToFit(response, findRoute(path, 'post', describedContributorRoutes).response);
      return response;
    },
  };
}

function findRoute(path: string, method: Route['method'] = 'get', routes = describedRoutes): Route {
  const [pathname = ''] = path.split('?');
  const found = routes.find(
    (item) =>
      item.method === method && new RegExp(`^${item.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  if (!found) throw new Error(`no route is described for ${path}`);
  return found;
}

/** OpenAPI describes what whole answers and those of chosen fields have in common; here whole ones must be whole. */
function shapeOf({ response, part }: Route, hasChosen: boolean): z.ZodType {
  return hasChosen && part ? part : response;
}

function expectToFit(response: Response, schema: z.ZodType): void {
  // Unknown fields are dropped by parsing: what is not described shows as a difference.
  expect(response.body).toEqual(schema.parse(response.body));
}

/** The envelope, its headers and its silence about what went on inside. */
export function expectError(response: Response, status: number, code: string): void {
  expect(response.status, response.text).toBe(status);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  const { error } = response.body as { error: Record<string, unknown> };
  expect(Object.keys(response.body as object)).toEqual(['error']);
  expect(error).toMatchObject({ code, message: expect.stringMatching(/\w/), request_id: expect.any(String) });
  expect(response.headers['x-request-id']).toBe(error['request_id']);
  expect(response.headers['access-control-allow-origin']).toBe('*');
  expect(response.text).not.toMatch(/node_modules|\.ts:|select |postgres/i);
}
