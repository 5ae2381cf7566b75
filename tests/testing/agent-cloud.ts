import assert from 'node:assert/strict';
import { agentPermissions, type AgentPermission, type CreateMcpKeyRequest } from '@boreal/contract/agents/agents.ts';
import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createAgentCallLog } from '../../server/src/core/money/agents/agent-call-log.ts';
import { NO_CAPS } from '../../server/src/core/money/agents/agent-key.rules.ts';
import { createMcpKey } from '../../server/src/core/money/agents/create-mcp-key.ts';
import type { Ctx } from '../../server/src/core/ground/ctx.ts';
import { startCloud, type Cloud, type Customer, type HostGpus } from '../../server/src/core/testing/cloud.ts';
import { createLimits } from '../../server/src/door/limits.ts';
import { openRestDoor } from '../../server/src/http/test-rest-door.ts';
import { serialConsole } from '../../server/src/web/serial-console/serial-console.ts';
import { listedTool } from '../../server/src/mcp/list-tools.ts';
import { mcpDoor, type McpDoorParts } from '../../server/src/mcp/mcp-door.ts';
import { tools } from '../../server/src/mcp/tools.ts';

export const SITE_URL = 'https://boreal.example';

/** The agent endpoint beside the REST API, listening, on the simulated engine and a clock that only the test moves. */
export interface AgentCloud {
  readonly cloud: Cloud;
  readonly app: FastifyInstance;
  /** The address of the agent endpoint. */
  readonly url: URL;
  agent(options?: AgentOptions): Promise<Agent>;
  close(): Promise<void>;
}

export interface AgentOptions extends Partial<Omit<CreateMcpKeyRequest, 'permissions'>> {
  readonly cad?: string;
  readonly permissions?: readonly AgentPermission[];
  /** An account that is there already. */
  readonly of?: Customer;
  /** Who makes the key; default: the operator. */
  readonly by?: Ctx;
}

/** An MCP key and its calls. */
export interface Agent {
  readonly customer: Customer;
  readonly key: string;
  readonly keyId: string;
  /** Calls a tool over HTTP, as a client of the 2025 era does. */
  call(tool: string, args?: object, headers?: Readonly<Record<string, string>>): Promise<Called>;
  /** The same, expecting it to work: the structured answer, read by a schema. */
  ok<S extends z.ZodType>(tool: string, args: object, schema: S): Promise<z.output<S>>;
  /** The same, expecting this refusal. */
  refused(tool: string, args: object, code: string): Promise<Refusal>;
  /** Quotes and confirms. */
  spend(tool: string, args: object): Promise<z.output<typeof Confirmed>>;
  token(tool: string, args: object): Promise<string>;
  list(headers?: Readonly<Record<string, string>>): Promise<string[]>;
}

const Called = z.object({
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })).length(1),
  structuredContent: z.record(z.string(), z.unknown()),
  isError: z.literal(true).optional(),
});
export type Called = z.infer<typeof Called>;

const Refusal = z.looseObject({
  code: z.string(),
  message: z.string().min(10),
  retryable: z.boolean(),
  retryAfterSeconds: z.number().optional(),
  accountAction: z
    .object({ code: z.string(), action: z.object({ label: z.string(), url: z.url() }), minimumCad: z.number().optional() })
    .optional(),
});
export type Refusal = z.infer<typeof Refusal>;

export const Quoted = z.object({
  quote: z.looseObject({
    quoteId: z.string().startsWith('quo_'),
    confirmationToken: z.string().length(43),
    chargeNow: z.number(),
    hourlyRate: z.number(),
    ready: z.boolean(),
    needsApproval: z.boolean(),
    blockers: z.array(z.looseObject({ code: z.string() })),
  }),
});
export const Confirmed = z.object({ result: z.looseObject({ id: z.string().optional() }), replayed: z.boolean() });

const Answer = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.number(), z.string(), z.null()]),
  result: z.unknown().optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
});

export async function openAgentCloud(
  options: {
    hosts?: HostGpus;
    /** Multiplies the limits: tests call more in a minute than any agent. */
    factor?: number;
    /** Where the site is for its clients: another than SITE_URL when one is in front of it. */
    siteUrl?: string;
  } & Pick<McpDoorParts, 'serve' | 'protocol'> = {},
): Promise<AgentCloud> {
  const cloud = await startCloud(options);
  const { db, clock, engines, ctx } = cloud;
  const { log } = ctx;
  const { siteUrl = SITE_URL, serve, protocol } = options;
  const limits = createLimits({ clock, log, factor: options.factor ?? 1000 });
  const door = await openRestDoor({ db, clock, log, engines, limits, siteUrl });
  const { app, keys } = door;
  const calls = createAgentCallLog({ db, log });
  await mcpDoor(app, {
    db,
    clock,
    log,
    keys,
    engines,
    payments: cloud.payments,
    calls,
    limits: { take: ({ client, ...call }) => limits.take({ ...call, ip: client }) },
    siteUrl,
    ...(serve && { serve }),
    ...(protocol && { protocol }),
  });
  serialConsole(app, { ctx, engines, siteUrl });
  const url = new URL('/api/mcp', await app.listen({ host: '127.0.0.1', port: 0 }));

  return {
    cloud,
    app,
    url,
    agent: async ({ cad = '1000', of, by = ctx, permissions = agentPermissions, ...settings } = {}) => {
      const customer = of ?? (await cloud.customer(cad));
      const { accountId } = customer.ctx;
      const key = await createMcpKey(by, {
        accountId,
        name: 'tests',
        readOnly: false,
        caps: NO_CAPS,
        approvalAbove: null,
        stopAtCap: false,
        ...settings,
        permissions: [...permissions],
      });
      return agentOf({ url, customer, key: key.text, keyId: key.id });
    },
    close: async () => {
      await door.close();
      await calls.close();
      await cloud.close();
    },
  };
}

const ajv = new Ajv();
const answers = new Map<string, ValidateFunction>();

/** The answer that a tool declares, refusals included: clients check every answer against it. */
function answerOf(name: string): ValidateFunction {
  const tool = tools.find((one) => one.name === name);
  assert.ok(tool, name);
  const check = answers.get(name) ?? ajv.compile(listedTool(tool).outputSchema);
  answers.set(name, check);
  return check;
}

/** What an MCP key calls at an endpoint. */
export function agentOf({ url, ...who }: { url: URL; customer: Customer; key: string; keyId: string }): Agent {
  const call: Agent['call'] = async (tool, args = {}, headers = {}) => {
    const { result, error } = await rpc(url, who.key, { method: 'tools/call', params: { name: tool, arguments: args } }, headers);
    assert.equal(error, undefined, `${tool}: ${JSON.stringify(error)}`);
    const called = Called.parse(result);
    const check = answerOf(tool);
    assert.ok(check(called.structuredContent), `${tool}: ${JSON.stringify(check.errors)}: ${JSON.stringify(called.structuredContent)}`);
    return called;
  };
  const ok: Agent['ok'] = async (tool, args, schema) => {
    const { isError, structuredContent, content } = await call(tool, args);
    assert.equal(isError, undefined, `${tool}: ${content[0]?.text}`);
    return schema.parse(structuredContent);
  };
  const token = async (tool: string, args: object) => (await ok(tool, args, Quoted)).quote.confirmationToken;
  return {
    ...who,
    call,
    ok,
    token,
    refused: async (tool, args, code) => {
      const { isError, structuredContent, content } = await call(tool, args);
      assert.equal(isError, true, `${tool} was not refused: ${JSON.stringify(structuredContent)}`);
      const { error } = z.object({ error: Refusal }).parse(structuredContent);
      assert.equal(error.code, code, error.message);
      assert.doesNotMatch(content[0]?.text ?? '', REST_WORDS, tool);
      return error;
    },
    spend: async (tool, args) => ok(tool, { ...args, confirmationToken: await token(tool, args) }, Confirmed),
    list: async (headers = {}) => {
      const { result } = await rpc(url, who.key, { method: 'tools/list' }, headers);
      return z
        .object({ tools: z.array(z.object({ name: z.string() })) })
        .parse(result)
        .tools.map(({ name }) => name);
    },
  };
}

/** What an agent has no use for: it calls tools, and knows nothing of methods, paths and headers. */
const REST_WORDS = /\b(GET|HEAD|POST|PUT|PATCH|DELETE)\b|\/v1\/|\bOrigin\b|Idempotency-Key|\bendpoint\b|gpu_/;

let ids = 0;

/** One JSON-RPC request of the 2025 era, whose answer is an event stream of one event. */
export async function rpc(url: URL, key: string, message: object, headers: Readonly<Record<string, string>> = {}) {
  const response = await post(url, { jsonrpc: '2.0', id: (ids += 1), ...message }, { authorization: `Bearer ${key}`, ...headers });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  const data = text.startsWith('{') ? text : /^data: (.*)$/m.exec(text)?.[1];
  return Answer.parse(JSON.parse(data ?? 'null'));
}

export function post(url: URL, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
