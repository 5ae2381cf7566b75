import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { isVisible, visibleText } from '@boreal/contract/values/visible-text.ts';
import { z } from 'zod';
import { createKey } from '../../server/src/core/ground/keys/create-key.ts';
import { endpoints } from '../../server/src/http/endpoints.ts';
import { tools } from '../../server/src/mcp/tools.ts';
import { authRoutes } from '../../server/src/web/auth/auth-routes.ts';
import * as tables from '../../server/src/web/console-tables.ts';
import { openAgentCloud, SITE_URL } from '../testing/agent-cloud.ts';

/** Characters that a model reads and nobody sees come in by no field of any door. */
const UNSEEN = ['\u{E0041}', '\u200B', '\u202E', '\u2066', '\u0007', '\uFEFF', '\uFE0F'];
/** Long enough for any least length, and short enough for most greatest. */
const probes = UNSEEN.map((character) => `train${character}er one`);

/**
 * Fields whose text is compared, looked up or proven, and never stored as it came nor shown to anybody. A new field is not among
 * them: it is stored, so it accepts no such character.
 */
const NEVER_KEPT: ReadonlySet<string> = new Set([
  // Ids and codes that are looked for.
  'productId',
  'sshKeyId',
  'serverId',
  'imageId',
  'gpuModel',
  'model',
  'id',
  'code',
  'token',
  'confirmationToken',
  'cursor',
  'search',
  'confirmName',
  'shown',
  // None is taken yet.
  'attachments',
  // Ours, and proven to be.
  'puzzle',
  // Secrets, and what a device signed.
  'password',
  'currentPassword',
  'newPassword',
  'response',
  // Read by a parser of its own, which refuses them: see below.
  'publicKey',
  'remoteIpPrefix',
  'clientSecret',
  'testCard',
]);

interface Door {
  readonly name: string;
  readonly schema: z.core.$ZodType;
}

const doors: readonly Door[] = [
  ...[...endpoints, ...Object.values(tables).flat()].flatMap(({ method, path, takes }) =>
    [takes.body, takes.query].flatMap((schema) => (schema ? [{ name: `${method} ${path}`, schema }] : [])),
  ),
  ...authRoutes.flatMap(({ path, body }) => (body ? [{ name: `auth ${path}`, schema: body }] : [])),
  ...tools.map(({ name, input }) => ({ name, schema: input })),
];

describe('every field of every door', () => {
  for (const { name, schema } of doors) {
    test(name, () => {
      for (const { path, field } of fieldsOf(schema)) {
        if (path.split('.').some((part) => NEVER_KEPT.has(part))) continue;
        for (const probe of probes) {
          const read = z.safeParse(field, probe);
          const taken = read.success && typeof read.data === 'string' ? read.data : '';
          assert.ok(isVisible(taken), `${path} takes ${JSON.stringify(probe)}`);
        }
      }
    });
  }

  test('is looked at: there are hundreds, names and messages among them', () => {
    const all = doors.flatMap(({ schema }) => fieldsOf(schema)).map(({ path }) => path);
    assert.ok(all.length > 300, `${all.length} fields`);
    for (const known of ['name', 'subject', 'message', 'address.line1', 'taxIds.number', 'reason', 'company'])
      assert.ok(all.includes(known), known);
  });
});

/** The fields of an object, of the objects in it, and of each of the alternatives. */
function fieldsOf(schema: z.core.$ZodType, path = ''): { path: string; field: z.core.$ZodType }[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, field]: [string, z.core.$ZodType]) => {
      const at = path === '' ? name : `${path}.${name}`;
      return [{ path: at, field }, ...fieldsOf(field, at)];
    });
  }
  if (schema instanceof z.ZodArray) return [{ path, field: schema.element }, ...fieldsOf(schema.element, path)];
  if (schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion)
    return schema.options.flatMap((option) => fieldsOf(option, path));
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in, path);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  ) {
    return fieldsOf(schema.def.innerType, path);
  }
  return [];
}

const mcp = await openAgentCloud({ hosts: { l4: [4] } });
const agent = await mcp.agent();
const rest = (await createKey(mcp.cloud.ctx, { accountId: agent.customer.ctx.accountId, access: 'full', name: 'rest' })).text;
after(() => mcp.close());

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHhXmYhLDhRBnJoLzDsLDBKXJwTZ8bPvMCzv0cHyDkYR';

test('a server, a key and a key’s comment with one are refused by REST and by tools alike, in both languages', async () => {
  const { sshKeyId } = agent.customer;
  for (const probe of probes) {
    for (const [path, body] of [
      ['/api/servers', { productId: 'l4-x1', sshKeyId, name: probe }],
      ['/api/settings/ssh-keys', { name: probe, publicKey: KEY }],
      ['/api/settings/ssh-keys', { name: 'mine', publicKey: `${KEY} ${probe}` }],
    ] as const) {
      const headers = { authorization: `Bearer ${rest}`, origin: SITE_URL, 'accept-language': 'fr' };
      const answer = await mcp.app.inject({ method: 'POST', url: path, headers, payload: body });
      assert.equal(answer.statusCode, 400, `${path} ${JSON.stringify(probe)}: ${answer.body}`);
      assert.match(answer.body, /caractères? invisibles?/);
    }
    await agent.refused('svc_quote_server', { productId: 'l4-x1', sshKeyId, name: probe }, 'INVALID_REQUEST');
    await agent.refused('svc_add_ssh_key', { name: probe, publicKey: KEY }, 'INVALID_REQUEST');
    await agent.refused('svc_create_ticket', { subject: probe, message: 'Help' }, 'INVALID_REQUEST');
  }
});

test('a message is taken without them, its lines and its emoji kept', async () => {
  const message = `First line\n\tsecond${UNSEEN.join('')} line 👩🏽‍🚀`;
  const Opened = z.object({ ticket: z.object({ id: z.string(), messages: z.array(z.object({ message: z.string() })).optional() }) });
  const { ticket } = await agent.ok('svc_create_ticket', { subject: 'Pasted', message }, Opened);
  const { tickets } = await agent.ok('svc_list_tickets', { ticketId: ticket.id }, z.object({ tickets: z.array(Opened.shape.ticket) }));
  assert.deepEqual(
    tickets[0]?.messages?.map((one) => one.message),
    ['First line\n\tsecond line 👩🏽‍🚀'],
  );
});

test('a server from before, whose name hides something, is shown and deleted by the name that one reads', async () => {
  const serverId = await agent.customer.deploy('l4-x1', { name: 'trainer' });
  await mcp.cloud.settle();
  const hidden = `trai${'\u{E0049}\u{E0047}\u200B'}ner`;
  await mcp.cloud.db.sql.updateTable('servers').set({ name: hidden }).where('id', '=', serverId).execute();
  const Servers = z.object({ servers: z.array(z.object({ id: z.string(), name: z.string() })) });
  const shown = (await agent.ok('svc_list_servers', {}, Servers)).servers.find(({ id }) => id === serverId)?.name;
  assert.equal(shown, 'trainer');
  const text = (await agent.call('svc_get_server', { serverId })).content[0]?.text ?? '';
  assert.equal(visibleText(text), text);
  await agent.refused('svc_delete_server', { serverId, confirmName: 'Trainer' }, 'CONFIRM_NAME_MISMATCH');
  await agent.ok('svc_delete_server', { serverId, confirmName: shown }, z.unknown());
});
