import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { mcpClientSetups } from './mcp-clients.ts';

const siteUrl = 'https://boreal.example';
const url = 'https://boreal.example/api/mcp';
const key = 'svc_mcp_secret';
const bearer = 'Bearer svc_mcp_secret';
const headers = { Authorization: bearer };

/** What each program reads from its file, in its own words: tried in the program, or taken from its documentation. */
const READ = {
  'claude-desktop': {
    mcpServers: {
      boreal: {
        command: 'npx',
        args: ['-y', 'mcp-remote', url, '--header', 'Authorization:${BOREAL_AUTHORIZATION}'],
        env: { BOREAL_AUTHORIZATION: bearer },
      },
    },
  },
  cursor: { mcpServers: { boreal: { url, headers } } },
  'vs-code': {
    inputs: [{ type: 'promptString', id: 'boreal-key', description: 'Boreal MCP key', password: true }],
    servers: { boreal: { type: 'http', url, headers: { Authorization: 'Bearer ${input:boreal-key}' } } },
  },
  codex: { mcp_servers: { boreal: { url, http_headers: headers } } },
  'gemini-cli': { mcpServers: { boreal: { httpUrl: url, headers } } },
  'copilot-cli': { mcpServers: { boreal: { type: 'http', url, headers, tools: ['*'] } } },
  opencode: { mcp: { boreal: { type: 'remote', url, headers } } },
  windsurf: { mcpServers: { boreal: { serverUrl: url, headers } } },
  zed: { context_servers: { boreal: { url, headers } } },
} as const satisfies Record<string, object>;

const setups = mcpClientSetups({ siteUrl, key });

for (const { id, file, text, step } of setups.filter((setup) => setup.file !== null)) {
  test(`${id}: ${file} says where the endpoint is and what opens it, in the format of its program`, () => {
    const read: unknown = file?.endsWith('.toml') ? readToml(text) : JSON.parse(text);
    assert.deepEqual({ [id]: read }, Object.fromEntries(Object.entries(READ).filter(([name]) => name === id)));
    assert.equal(text.includes(key), step === 'file');
  });
}

test('every file has been looked at', () => {
  const files = setups.flatMap(({ id, file }) => (file === null ? [] : [id]));
  assert.deepEqual(files.toSorted(), Object.keys(READ).toSorted());
});

test('claude-code: the command is one that a shell takes apart as it is meant', () => {
  const text = setups.find(({ id }) => id === 'claude-code')?.text ?? '';
  assert.deepEqual(shellWords(text), [
    'claude',
    'mcp',
    'add',
    '--scope',
    'user',
    '--transport',
    'http',
    'boreal',
    url,
    '--header',
    `Authorization: ${bearer}`,
  ]);
});

test('plain http is allowed by name, except to this machine itself', () => {
  const desktop = (site: string) => mcpClientSetups({ siteUrl: site, key }).find(({ id }) => id === 'claude-desktop')?.text ?? '';
  assert.match(desktop('http://10.0.0.5:8080'), /"--allow-http"/);
  for (const site of ['http://localhost:8080', 'http://127.0.0.1:8080', siteUrl]) assert.doesNotMatch(desktop(site), /allow-http/);
});

/** Words of a command line that uses only words and double quotes. */
function shellWords(line: string): string[] {
  assert.doesNotMatch(line, /[$`\\';&|<>*?~#!(){}]/);
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

/** TOML as far as it is used here: one table, strings, and inline tables of strings. */
function readToml(text: string): object {
  const [head = '', ...lines] = text.split('\n');
  const path = /^\[([\w.]+)\]$/.exec(head)?.[1]?.split('.') ?? [];
  assert.ok(path.length > 0, head);
  const values = lines.map((line): [string, unknown] => {
    const [, name = '', value = ''] = /^(\w+) = (.+)$/.exec(line) ?? assert.fail(line);
    const inline = /^\{ (\w+) = (".*") \}$/.exec(value);
    return [name, inline ? { [inline[1] ?? '']: z.string().parse(JSON.parse(inline[2] ?? '')) } : z.string().parse(JSON.parse(value))];
  });
  return path.reduceRight<object>((inner, name) => ({ [name]: inner }), Object.fromEntries(values));
}
