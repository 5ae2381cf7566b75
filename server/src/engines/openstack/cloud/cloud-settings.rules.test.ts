import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { cloudSettings } from './cloud-settings.rules.ts';
import { readCloudSettings } from './read-cloud-settings.ts';
import { identityUrl } from './sign-in.ts';

const words = { auth_url: 'https://keys.example/v3', username: 'boreal', password: 'secret', project_name: 'gpu' };

test('a password signs in to a project, in the default domain unless another is named', () => {
  assert.partialDeepStrictEqual(cloudSettings(words, null), {
    identity: {
      method: 'password',
      user: { name: 'boreal', domain: { id: 'default' } },
      project: { name: 'gpu', domain: { id: 'default' } },
    },
    region: null,
    endpointInterface: 'public',
  });
  const { identity } = cloudSettings({ ...words, user_domain_name: 'staff', project_domain_id: 'd1', interface: 'internalURL' }, 'PEM');
  assert.partialDeepStrictEqual(identity, { user: { domain: { name: 'staff' } }, project: { domain: { id: 'd1' } } });
});

test('an application credential needs no project', () => {
  const credential = { auth_url: words.auth_url, application_credential_id: 'a1', application_credential_secret: 's' };
  assert.partialDeepStrictEqual(cloudSettings(credential, null).identity, { method: 'application_credential', id: 'a1', secret: 's' });
  const named = { auth_url: words.auth_url, application_credential_name: 'boreal', application_credential_secret: 's' };
  assert.throws(() => cloudSettings(named, null), /OS_USERNAME/);
  assert.equal(cloudSettings({ ...named, username: 'u' }, null).identity.method, 'application_credential');
});

test('what cannot be used is told with what mends it', () => {
  const wrong: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ auth_url: '' }, /OS_CLOUD/],
    [{ password: '' }, /OS_PASSWORD/],
    [{ project_name: '' }, /OS_PROJECT_NAME/],
    [{ auth_type: 'v3token' }, /OS_AUTH_TYPE/],
    [{ interface: 'secret' }, /OS_INTERFACE/],
    [{ verify: 'false' }, /verify: false.*cacert/],
    [{ application_credential_secret: 's' }, /OS_APPLICATION_CREDENTIAL_ID/],
  ];
  for (const [change, says] of wrong) {
    const all = Object.fromEntries(Object.entries({ ...words, ...change }).filter(([, value]) => value !== ''));
    assert.throws(() => cloudSettings(all, null), says);
  }
});

test('clouds.yaml says it too, with secrets beside it; variables come first', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'boreal-clouds-'));
  t.after(() => rm(folder, { recursive: true }));
  const cloudsFile = join(folder, 'clouds.yaml');
  await writeFile(
    cloudsFile,
    'clouds:\n  lab:\n    auth:\n      auth_url: http://lab.example:5000/v3\n      username: demo\n      project_name: demo\n    region_name: One\n    cacert: ca.pem\n',
  );
  await writeFile(join(folder, 'secure.yaml'), 'clouds:\n  lab:\n    auth:\n      password: 12345\n');
  await writeFile(join(folder, 'ca.pem'), 'PEM');
  const source = { cloud: 'lab', cloudsFile, words: { cacert: join(folder, 'ca.pem') } };
  assert.partialDeepStrictEqual(await readCloudSettings(source), { region: 'One', ca: 'PEM', identity: { password: '12345' } });
  assert.equal((await readCloudSettings({ ...source, words: { ...source.words, region_name: 'Two' } })).region, 'Two');
  await assert.rejects(readCloudSettings({ ...source, cloud: 'other' }), /no cloud other; it has: lab\./);
  await assert.rejects(readCloudSettings({ ...source, cloudsFile: join(folder, 'none.yaml') }), /OS_CLIENT_CONFIG_FILE/);
  await assert.rejects(readCloudSettings({ ...source, words: {} }), /OS_CACERT cannot be read/);
});

test('where one signs in is given with and without the version', () => {
  for (const url of ['https://k.example', 'https://k.example/', 'https://k.example/v3/', 'https://k.example/v2.0'])
    assert.equal(identityUrl(url), 'https://k.example/v3');
  assert.equal(identityUrl('https://k.example/identity'), 'https://k.example/identity/v3');
});
