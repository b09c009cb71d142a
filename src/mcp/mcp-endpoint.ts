import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
  type Tool as ToolDescription,
} from '@modelcontextprotocol/sdk/types.js';
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { ApiError, buildErrorBody } from '../platform/http/api-error.ts';
import { passGuards } from '../platform/http/pass-guards.ts';
import { requestIdOf } from '../platform/http/requests/request-id.ts';
import type { Route } from '../platform/http/route.ts';
import { runRoute } from '../platform/http/run-route.ts';
import { RELEASE_VERSION } from '../platform/release-version.ts';
import { TOOLS, type Tool } from './tools.ts';

interface McpOptions {
  /** The endpoints that tools call, by `operationId`. */
  routes: Route[];
  /** Middleware before an endpoint that writes; reads have passed the limits already. */
  guardWrite: (item: Route) => RequestHandler[];
}

const INSTRUCTIONS =
  'Facts of products, each with its source. State the source and its licence where you show facts, and say so when something ' +
  'is not known: that a product states no allergen is no promise that it has none.';

/**
 * The Model Context Protocol over streamable HTTP, without sessions: each POST is answered separately, as JSON. A
 * tool call is a call of the API with the same checks and cost; other protocol requests use no quota. Mount it after
 * the key check, the limits and the body parser.
 */
export function mcpEndpoint({ routes, guardWrite }: McpOptions): RequestHandler {
  const endpoints = new Map(TOOLS.map((tool) => [tool.name, { tool, route: findRoute(routes, tool) }]));
  const descriptions = TOOLS.map(describeTool);

  const call = async (name: string, given: Record<string, unknown>, request: Request, response: Response) => {
    const endpoint = endpoints.get(name);
    if (!endpoint) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name.slice(0, 100)}.`);
    const { tool, route } = endpoint;
    if (!route.hasOwnCost) await request.laterQuota?.setCost(tool.isRead && !route.hasOwnLimit ? 1 : 0);
    if (!tool.isRead) await passGuards(guardWrite(route), request, response);
    const input = { params: {}, query: {}, body: undefined, ...tool.ask(checkInput(tool, given)) };
    return await runRoute(route, input, request, response);
  };

  /** Charges the cost, whatever the outcome, before the answer begins: its headers report the cost. */
  const callAndPay = async (...called: Parameters<typeof call>) => {
    const [, , { laterQuota }] = called;
    try {
      return await call(...called);
    } finally {
      await laterQuota?.settle();
    }
  };

  return async (request, response) => {
    const message: unknown = request.body;
    if (typeof message !== 'object' || message === null || Array.isArray(message))
      throw new ApiError('invalid_request', 'Send one JSON-RPC message, as an object.');
    if (!JSONRPCMessageSchema.safeParse(message).success) {
      const error = { code: ErrorCode.InvalidRequest, message: 'This is not a JSON-RPC 2.0 message.' };
      response.status(400).json({ jsonrpc: '2.0', error, id: null });
      return;
    }
    if ((message as { method?: unknown }).method !== 'tools/call') await request.laterQuota?.setCost(0);
    const server = new Server(
      { name: 'factshelf', title: 'Factshelf', version: RELEASE_VERSION },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    );
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: descriptions }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: given = {} } }) => {
      try {
        const answer = await callAndPay(name, given, request, response);
        return toResult(answer as Record<string, unknown>);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return toResult(buildErrorBody(error.code, error.message, requestIdOf(request), error.details), true);
      }
    });
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.once('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, message);
  };
}

function findRoute(routes: Route[], { name, operationId }: Tool): Route {
  const found = routes.find((item) => item.operationId === operationId);
  if (!found) throw new Error(`the tool ${name} asks ${operationId}, which is no endpoint`);
  return found;
}

function describeTool({ name, title, description, input, isRead }: Tool): ToolDescription {
  return {
    name,
    title,
    description,
    inputSchema: z.toJSONSchema(input, { io: 'input' }) as ToolDescription['inputSchema'],
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: false,
      idempotentHint: isRead,
      openWorldHint: false,
    },
  };
}

/** Checks names and types only; the endpoint judges the values, with the same answer for every caller. */
function checkInput({ input, isRead }: Tool, given: Record<string, unknown>): Record<string, unknown> {
  if (!isRead) return given;
  const result = input.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const parameter = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.');
  throw new ApiError(
    'invalid_parameter',
    `${parameter ?? 'The input'}: ${issue?.message ?? 'is not valid'}.`,
    {
      details: { parameter },
    },
  );
}

/** Returns the answer as structured content, and as text for clients that do not support that. */
function toResult(answer: Record<string, unknown>, isError = false): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(answer) }],
    structuredContent: answer,
    ...(isError && { isError }),
  };
}
