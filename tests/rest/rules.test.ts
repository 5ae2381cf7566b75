import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { keyFiles, wire } from '../../server/src/core/ground/ssh-keys/testing/key-files.ts';
import { openRestCloud } from '../testing/rest-cloud.ts';
import { inFrench, invalid, refusal, succeeded } from '../testing/walk-requests.ts';
import { dataOf } from '../testing/walk-rows.ts';
import { freshPublicKey } from '../testing/walk-world.ts';

// Rules that no schema can say: those across fields, and those of what a text means.
const rest = await openRestCloud({ hosts: { l4: [64] } });
const alice = await rest.member('100');
const server = await alice.deploy('l4-x1');
await rest.cloud.settle();
const files = keyFiles();
after(async () => {
  files.remove();
  await rest.close();
});

const FRENCH = { 'accept-language': 'fr' } as const;
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  rest.send({ method: 'POST', path, key: alice.key, body, headers });

describe('firewall rules', () => {
  const path = `/servers/${server}/firewall`;
  const tcp = { direction: 'ingress', protocol: 'tcp' } as const;
  const accepted: [body: object, port: number | string, source: string, ethertype?: string][] = [
    [{ ...tcp, portRangeMin: 443 }, 443, '0.0.0.0/0'],
    [{ ...tcp, portRangeMin: 444, portRangeMax: 444 }, 444, '0.0.0.0/0'],
    [{ ...tcp, portRangeMin: 1, portRangeMax: 65535 }, '1-65535', '0.0.0.0/0'],
    [tcp, 'any', '0.0.0.0/0'],
    [{ direction: 'egress', protocol: 'udp' }, 'any', '0.0.0.0/0'],
    [{ direction: 'ingress', protocol: 'icmp' }, 'any', '0.0.0.0/0'],
    [{ direction: 'ingress', protocol: 'icmp', ethertype: 'IPv6' }, 'any', '::/0', 'IPv6'],
    [{ ...tcp, ethertype: 'IPv6', portRangeMin: 443 }, 443, '::/0', 'IPv6'],
    [{ ...tcp, ethertype: 'IPv6', remoteIpPrefix: '2001:DB8:0::/32' }, 'any', '2001:db8::/32', 'IPv6'],
    [{ ...tcp, remoteIpPrefix: '203.0.113.0/24' }, 'any', '203.0.113.0/24'],
    [{ ...tcp, remoteIpPrefix: '203.0.113.7' }, 'any', '203.0.113.7/32'],
    [{ ...tcp, remoteIpPrefix: '203.0.113.7/32', portRangeMin: 1 }, 1, '203.0.113.7/32'],
  ];
  test('a rule tells its port and source as the decisions say', async () => {
    for (const [body, port, source, ethertype = 'IPv4'] of accepted) {
      const answer = await post(path, body);
      succeeded(answer, JSON.stringify(body));
      assert.partialDeepStrictEqual(dataOf(answer.json), { port, source, ethertype });
    }
  });

  const refused: [field: string, body: object][] = [
    ['portRangeMin', { direction: 'ingress', protocol: 'icmp', portRangeMin: 1 }],
    ['portRangeMax', { direction: 'ingress', protocol: 'icmp', portRangeMax: 1 }],
    ['portRangeMin', { ...tcp, portRangeMax: 80 }],
    ['portRangeMax', { ...tcp, portRangeMin: 81, portRangeMax: 80 }],
    ['remoteIpPrefix', { ...tcp, remoteIpPrefix: '' }],
    ['remoteIpPrefix', { ...tcp, remoteIpPrefix: '2001:db8::/32' }],
    ['remoteIpPrefix', { ...tcp, ethertype: 'IPv4', remoteIpPrefix: '::/0' }],
    ['remoteIpPrefix', { ...tcp, ethertype: 'IPv6', remoteIpPrefix: '10.0.0.0/8' }],
    ['remoteIpPrefix', { ...tcp, ethertype: 'IPv6', remoteIpPrefix: '::ffff:10.0.0.0/104' }],
    ...[
      '10.0.0.1/8',
      '10.0.0.0/33',
      '10.0.0.0/-1',
      '10.0.0.0/08',
      '10.0.0/8',
      '10.0.0.256',
      '010.0.0.0/8',
      '0x0a.0.0.0/8',
      '10.0.0.0/8/8',
      'anywhere',
      '10.0.0.0/8,11.0.0.0/8',
    ].map((remoteIpPrefix): [string, object] => ['remoteIpPrefix', { ...tcp, remoteIpPrefix }]),
    ['', { ...tcp, portRangeMin: 443 }],
    ['', { ...tcp, portRangeMin: 443, portRangeMax: 443, ethertype: 'IPv4', remoteIpPrefix: '0.0.0.0/0' }],
  ];
  test('fields that contradict each other, and a rule the server has, are 400 and name the field', async () => {
    for (const [field, body] of refused) invalid(await post(path, body), field, JSON.stringify(body));
  });

  test('a server has at most a hundred rules', async () => {
    const { json } = await rest.send({ path, key: alice.key });
    const { length } = Object.keys(dataOf(json));
    for (let n = length; n < 100; n += 1) succeeded(await post(path, { ...tcp, portRangeMin: 10_000 + n }), `rule ${n}`);
    invalid(await post(path, { ...tcp, portRangeMin: 20_000 }), '', 'rule 101');
  });
});

describe('backups', () => {
  test('a text that cannot be a backup’s id is the id of none', async () => {
    for (const id of ['x'.repeat(101), 'x'.repeat(2000), '%C3%A9', '%00', '..%2F', "'%20or%201=1"]) {
      const path = `/servers/${server}/backups/${id}`;
      refusal(await rest.send({ path: `${path}/restore`, key: alice.key }), 404, 'NOT_FOUND');
      refusal(await post(`${path}/restore`, {}), 404, 'NOT_FOUND');
      refusal(await rest.send({ method: 'DELETE', path, key: alice.key }), 404, 'NOT_FOUND');
    }
  });
});

describe('SSH keys', () => {
  const path = '/settings/ssh-keys';
  const add = (publicKey: string, name = 'key') => post(path, { name, publicKey });
  const ed25519 = files.make('ed25519', '-t', 'ed25519');
  const accepted: Record<string, string> = {
    ed25519: ed25519.line,
    'RSA 2048': files.make('rsa2048', '-t', 'rsa', '-b', '2048').line,
    'ECDSA 256': files.make('ecdsa256', '-t', 'ecdsa', '-b', '256').line,
    'ECDSA 384': files.make('ecdsa384', '-t', 'ecdsa', '-b', '384').line,
    'ECDSA 521': files.make('ecdsa521', '-t', 'ecdsa', '-b', '521').line,
    'a security key': securityKey(ed25519.line),
  };
  for (const [kind, line] of Object.entries(accepted)) {
    test(`${kind} is accepted, with the fingerprint that ssh-keygen prints`, async () => {
      const answer = await add(`${line}\n`);
      assert.equal(answer.status, 201, answer.text);
      assert.equal(dataOf(answer.json)['fingerprint'], files.fingerprint(line));
    });
  }

  const [, base64 = ''] = ed25519.line.split(' ');
  const dss = `ssh-dss ${wire('ssh-dss', Buffer.alloc(129, 1), Buffer.alloc(21, 1), Buffer.alloc(128, 1), Buffer.alloc(128, 1)).toString('base64')} me`;
  const refused: Record<string, string> = {
    'a private key': ed25519.privateText,
    'a PuTTY key': 'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPublic-Lines: 2\nAAAA\n',
    'an RFC 4716 key': files.run('-e', '-f', 'ed25519.pub'),
    'a DSA key': dss,
    'a key with options': `command="id" ${freshPublicKey()}`,
    'several keys': `${freshPublicKey()}\n${freshPublicKey()}`,
    'the same key again': ed25519.line,
    'the same key with another comment': `ssh-ed25519 ${base64} other`,
    'RSA 1024': files.make('rsa1024', '-t', 'rsa', '-b', '1024').line,
    'a word': 'key',
    'half a key': `ssh-ed25519 ${base64.slice(0, 20)}`,
  };
  for (const [kind, text] of Object.entries(refused)) {
    test(`${kind} is 400, and no word of it is repeated but a short one`, async () => {
      const answer = await add(text);
      invalid(answer, 'publicKey', kind);
      for (const line of text.split('\n').filter((each) => each.length > 60)) assert.ok(!answer.text.includes(line));
    });
  }
});

describe('names', () => {
  const deploy = (name: string) => post('/servers', { productId: 'l4-x1', sshKeyId: alice.sshKeyId, name });
  const addKey = (name: string) => post('/settings/ssh-keys', { name, publicKey: freshPublicKey() });
  for (const [what, create] of Object.entries({ server: deploy, 'SSH key': addKey })) {
    test(`a ${what} may have a name of 100 characters and not of 101`, async () => {
      succeeded(await create('n'.repeat(100)), '100 letters');
      invalid(await create('n'.repeat(101)), 'name', '101 letters');
    });

    test(`a ${what}’s name is counted in characters, as the document’s maxLength is`, async () => {
      const answer = await create('🦫'.repeat(100));
      assert.equal(answer.status, 201, answer.text);
      assert.equal(dataOf(answer.json)['name'], '🦫'.repeat(100));
      invalid(await create('🦫'.repeat(101)), 'name', '101 beavers');
    });

    test(`a ${what}’s name is answered as it was written, and kept so`, async () => {
      for (const name of ['Zoé’s  “box”', '名前', 'a\\b"c', '<b>&amp;</b>', '${x}', 'e\u0301', '👩🏽‍🚀']) {
        const answer = await create(name);
        assert.equal(dataOf(answer.json)['name'], name);
        const list = await rest.send({ path: what === 'server' ? '/servers' : '/settings/ssh-keys', key: alice.key });
        assert.ok(list.text.includes(JSON.stringify(name)), name);
        if (what === 'server') await alice.remove(String(dataOf(answer.json)['id']));
      }
    });

    test(`half a character in a ${what}’s name is no reason to fail, with or without an Idempotency-Key`, async () => {
      for (const headers of [{}, { 'idempotency-key': `half of a ${what}` }]) {
        const body = what === 'server' ? { productId: 'l4-x1', sshKeyId: alice.sshKeyId } : { publicKey: freshPublicKey() };
        const path = what === 'server' ? '/servers' : '/settings/ssh-keys';
        const answer = await rest.send({
          method: 'POST',
          path,
          key: alice.key,
          text: JSON.stringify({ ...body, name: 'a\ud800' }),
          headers,
        });
        assert.ok(answer.status === 201 || answer.status === 400, answer.text);
      }
    });
  }
});

describe('what is refused for what it means is told in French too', () => {
  const bodies: Record<string, [path: string, body: object]> = {
    'an unknown plan': ['/servers', { productId: 'l4-x3', sshKeyId: alice.sshKeyId }],
    'an unknown SSH key': ['/servers', { productId: 'l4-x1', sshKeyId: 'ssh_none' }],
    'an empty name': ['/servers', { productId: 'l4-x1', sshKeyId: alice.sshKeyId, name: ' ' }],
    'a word in place of a key': ['/settings/ssh-keys', { name: 'x', publicKey: 'word' }],
    'a network of the other family': [`/servers/${server}/firewall`, { direction: 'ingress', protocol: 'tcp', remoteIpPrefix: '::/0' }],
  };
  for (const [what, [path, body]] of Object.entries(bodies)) {
    test(what, async () => {
      const [english, french] = [await post(path, body), await post(path, body, FRENCH)];
      inFrench(french, english);
      assert.notDeepEqual(issuesOf(french.json), issuesOf(english.json), 'the sentences of its issues are English');
    });
  }

  test('a cursor of another list', async () => {
    const ask = (headers: Record<string, string>) => rest.send({ path: '/credits?cursor=eA', key: alice.key, headers });
    assert.notDeepEqual(issuesOf((await ask(FRENCH)).json), issuesOf((await ask({})).json));
  });
});

function issuesOf(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'issues' in json ? json.issues : null;
}

/** The same key as one on a security device would be written. */
function securityKey(line: string): string {
  const point = Buffer.from(line.split(' ')[1] ?? '', 'base64').subarray(-32);
  return `sk-ssh-ed25519@openssh.com ${wire('sk-ssh-ed25519@openssh.com', point, 'ssh:').toString('base64')} me@device`;
}
