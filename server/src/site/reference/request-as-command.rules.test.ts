import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { commandLine } from '@boreal/contract/command-line/command-line.ts';
import { readApi } from './read-api.ts';
import { requestAsCommand } from './request-as-command.rules.ts';

const document = readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8');
const operations = readApi(document, new Map()).groups.flatMap((group) => group.operations);

test('every request is shown as a command that asks the same endpoint', () => {
  assert.ok(operations.length > 25);
  for (const { method, path, request } of operations) {
    const typed = requestAsCommand(request);
    const found = Object.entries(commandLine).filter(([name]) => `${typed} `.startsWith(`boreal-cli ${name} `));
    const asked = found.map(([, { row }]) => `${row.method} ${row.path.replaceAll(/:(\w+)/g, '{$1}')}`);
    assert.deepEqual(asked, [`${method} ${path}`], typed);
  }
});

test('what a command fixes is not typed again, and what a shell would read is quoted', () => {
  const at = (path: string) => `https://gpu.example.com/api${path}`;
  const of = (method: string, path: string, body?: unknown) =>
    requestAsCommand({ method, url: at(path), headers: [], needsKey: true, body });
  assert.equal(of('POST', '/servers/srv_1/actions', { action: 'hibernate-restore' }), 'boreal-cli servers resume srv_1');
  assert.equal(of('PUT', '/servers/srv_1/backups', { enabled: false }), 'boreal-cli backups disable srv_1');
  assert.equal(of('GET', '/credits'), 'boreal-cli transactions');
  assert.equal(of('GET', '/credits?summary=1'), 'boreal-cli credit');
  assert.equal(of('GET', '/servers/deploy-quote?productId=l4-x1'), 'boreal-cli servers quote l4-x1');
  assert.equal(
    of('POST', '/servers', { productId: 'l4-x1', sshKeyId: 'ssh_1', name: "it's $HOME" }),
    String.raw`boreal-cli servers deploy l4-x1 --ssh-key ssh_1 --name 'it'\''s $HOME'`,
  );
});
