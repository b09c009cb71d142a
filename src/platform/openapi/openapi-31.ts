import { OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi';
import type { z } from 'zod';
import type { Route } from '../http/route.ts';
import { ABOUT, registerAll } from './openapi.ts';

/** Builds the same description as OpenAPI 3.1, with the events that webhooks receive. */
export function buildOpenApi31(
  routes: Route[],
  contributorRoutes: Route[],
  events: readonly { event: string; summary: string; body: z.ZodType }[],
): ReturnType<OpenApiGeneratorV31['generateDocument']> {
  const registry = registerAll(routes, contributorRoutes);
  for (const { event, summary, body } of events) {
    registry.registerWebhook({
      method: 'post',
      path: event,
      operationId: event.replaceAll(/\.(.)/g, (_, letter: string) => letter.toUpperCase()),
      tags: ['Webhooks'],
      summary,
      security: [],
      request: { body: { required: true, content: { 'application/json': { schema: body } } } },
      responses: { '2XX': { description: 'Accepted; any other answer is tried again' } },
    });
  }
  const generator = new OpenApiGeneratorV31(registry.definitions);
  const text = JSON.stringify(generator.generateDocument({ openapi: '3.1.0', ...ABOUT }));
  // The generator leaves `nullable`, a word of OpenAPI 3.0, where a schema says it itself.
  return JSON.parse(text, (_, value: unknown) =>
    isOldNullable(value) ? allowNull(value) : value,
  ) as ReturnType<OpenApiGeneratorV31['generateDocument']>;
}

interface OldNullable {
  nullable: true;
  type?: string;
  allOf: object[];
}

function isOldNullable(value: unknown): value is OldNullable {
  return typeof value === 'object' && value !== null && 'nullable' in value && 'allOf' in value;
}

function allowNull({ nullable: _nullable, type: _type, allOf, ...rest }: OldNullable): object {
  return { ...rest, anyOf: [...allOf, { type: 'null' }] };
}
