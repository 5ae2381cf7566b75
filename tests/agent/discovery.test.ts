import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { tools } from '../../server/src/mcp/tools.ts';
import { openAgentCloud, SITE_URL } from '../testing/agent-cloud.ts';

const mcp = await openAgentCloud();
after(() => mcp.close());
const get = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, mcp.url), { headers });

const Card = z.object({
  name: z.string().regex(/^[a-z0-9.-]+\/[a-z0-9._-]+$/i),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  title: z.string().max(100),
  description: z.string().min(1).max(100),
  remotes: z
    .array(
      z.object({
        type: z.literal('streamable-http'),
        url: z.url(),
        supportedProtocolVersions: z.array(z.iso.date()),
        headers: z.array(
          z.looseObject({ name: z.literal('Authorization'), isRequired: z.literal(true), isSecret: z.literal(true), value: z.string() }),
        ),
      }),
    )
    .length(1),
  _meta: z.record(
    z.string(),
    z.object({
      console: z.url(),
      keys: z.url(),
      openapi: z.url(),
      llms: z.url(),
      currency: z.literal('CAD'),
      tools: z.int(),
      confirmation: z.object({ type: z.literal('quote-token'), validSeconds: z.literal(600), singleUse: z.literal(true) }),
    }),
  ),
});

test('the server card is found at both addresses, with the same bytes, by anybody, and is cached', async () => {
  const [known, own] = [await get('/.well-known/mcp.json'), await get('/api/mcp/server-card')];
  const text = await known.text();
  assert.equal(await own.text(), text);
  const card = Card.parse(JSON.parse(text));
  assert.equal(card.name, 'example.boreal/boreal');
  assert.equal(card.remotes[0]?.url, `${SITE_URL}/api/mcp`);
  assert.equal(Object.values(card._meta)[0]?.tools, tools.length);
  for (const answer of [known, own]) {
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=3600');
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  }
  const again = await get('/.well-known/mcp.json', { 'if-none-match': known.headers.get('etag') ?? '' });
  assert.equal(again.status, 304);
});

test('llms.txt has a title, a summary, lists of links, and what is optional last', async () => {
  const answer = await get('/llms.txt');
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '');
  assert.match(lines[0] ?? '', /^# \S/);
  assert.match(lines[1] ?? '', /^> \S/);
  const sections = lines.filter((line) => line.startsWith('## '));
  assert.equal(sections.at(-1), '## Optional');
  const links = lines.slice(lines.indexOf(sections[0] ?? '')).filter((line) => !line.startsWith('## '));
  assert.ok(links.length > 5);
  for (const line of links) assert.match(line, /^- \[[^\]]+\]\(https:\/\/boreal\.example\/[^)]*\): \S/);
  assert.ok(
    links.some((line) => line.startsWith(`- [MCP keys](${SITE_URL}/console/agents)`)),
    'the page that makes agents their keys',
  );
});

test('there is no OAuth: what looks for it finds a real 404', async () => {
  for (const path of [
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/api/mcp',
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-authorization-server/api/mcp',
    '/.well-known/openid-configuration',
    '/api/mcp/.well-known/openid-configuration',
    '/api/.well-known/oauth-protected-resource',
  ]) {
    const answer = await get(path);
    assert.equal(answer.status, 404, path);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/, path);
  }
});
