import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';
import { tools } from '../../server/src/mcp/tools.ts';
import { openAgentCloud, Quoted } from '../testing/agent-cloud.ts';

const mcp = await openAgentCloud({ hosts: { l4: [16] } });
const agent = await mcp.agent();
after(() => mcp.close());

const requestInit = { headers: { authorization: `Bearer ${agent.key}` } };
const names = tools.map(({ name }) => name);

const plan = { productId: 'l4-x1', sshKeyId: agent.customer.sshKeyId };

describe('the official clients', () => {
  test('of the 2.x line on the revision of 2026 find every tool, quote, confirm and are refused', async () => {
    const client = new Client({ name: 'tests', version: '2.0.0' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StreamableHTTPClientTransport(mcp.url, { requestInit }));
    try {
      assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');
      await tour(client);
      assert.match(client.getInstructions() ?? '', /two calls/);
    } finally {
      await client.close();
    }
  });

  test('of the 2.x line on the revision of 2025 do the same', async () => {
    const client = new Client({ name: 'tests', version: '2.0.0' });
    await client.connect(new StreamableHTTPClientTransport(mcp.url, { requestInit }));
    try {
      await tour(client);
    } finally {
      await client.close();
    }
  });

  test('of the 1.x line do the same, and take our refusals, whose shape they check', async () => {
    const client = new OldClient({ name: 'tests', version: '1.0.0' });
    // Its types were written without exactOptionalPropertyTypes, so that its own transport does not fit its own client.
    await Reflect.apply(client.connect, client, [new OldTransport(mcp.url, { requestInit })]);
    try {
      await tour(client);
      assert.match(client.getInstructions() ?? '', /two calls/);
    } finally {
      await client.close();
    }
  });
});

const Result = z.looseObject({ isError: z.boolean().optional(), structuredContent: z.record(z.string(), z.unknown()) });

/** What the clients of either line have. */
interface AnyClient {
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  listTools(): Promise<{ readonly tools: readonly { name: string; annotations?: object | undefined }[] }>;
}

async function tour(client: AnyClient): Promise<void> {
  const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
  const { tools: listed } = await client.listTools();
  assert.deepEqual(
    listed.map(({ name }) => name),
    names,
  );
  for (const { name, annotations } of listed) {
    assert.deepEqual(
      Object.keys(annotations ?? {}).toSorted(),
      ['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint'],
      name,
    );
  }
  const quoted = Result.parse(await call('svc_quote_server', plan));
  const { quote } = Quoted.parse(quoted.structuredContent);
  const created = Result.parse(await call('svc_create_server', { ...plan, confirmationToken: quote.confirmationToken }));
  assert.notEqual(created.isError, true);
  const { result } = z.object({ result: z.object({ id: z.string() }) }).parse(created.structuredContent);
  const refused = Result.parse(await call('svc_get_server', { serverId: 'srv_none' }));
  assert.equal(refused.isError, true);
  assert.partialDeepStrictEqual(refused.structuredContent, { error: { code: 'NOT_FOUND', retryable: false } });
  const invalid = Result.parse(await call('svc_get_server', { server: 1 }));
  assert.partialDeepStrictEqual(invalid.structuredContent, {
    error: { code: 'INVALID_REQUEST', issues: [{ path: 'serverId' }, { path: 'server' }] },
  });
  await assert.rejects(() => call('svc_none', {}), /svc_none|-32602/);
  await agent.customer.remove(result.id);
}

describe('the Inspector', () => {
  test('lists the tools strictly, without an error or a warning', async () => {
    const { code, out, err } = await inspect('--method', 'tools/list', '--strict');
    assert.equal(code, 0, err);
    assert.doesNotMatch(err, /warning|error/i);
    const listed = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) }).parse(JSON.parse(out));
    assert.deepEqual(
      listed.tools.map(({ name }) => name),
      names,
    );
  });

  test('calls a tool', async () => {
    const { code, out, err } = await inspect('--method', 'tools/call', '--tool-name', 'svc_get_balance');
    assert.equal(code, 0, err);
    assert.partialDeepStrictEqual(JSON.parse(out), { structuredContent: { currency: 'CAD' } });
  });
});

/** Runs the Inspector's command on the endpoint. */
function inspect(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json');
  const bin = join(dirname(manifest), 'clients', 'launcher', 'build', 'index.js');
  const target = [bin, '--cli', mcp.url.href, '--transport', 'http', '--header', `Authorization: Bearer ${agent.key}`, ...args];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, target, { maxBuffer: 1e7 }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}
