import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An authority that no system trusts, as many clouds have, and a certificate of it for 127.0.0.1. */
export interface PrivateAuthority {
  /** Where its certificate lies, as OS_CACERT names it. */
  readonly caFile: string;
  readonly ca: string;
  readonly server: { readonly key: string; readonly cert: string };
  remove(): Promise<void>;
}

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

export async function createPrivateAuthority(): Promise<PrivateAuthority> {
  const dir = await mkdtemp(join(tmpdir(), 'boreal-authority-'));
  const at = (name: string) => join(dir, name);
  openssl('req', '-x509', ...CURVE, '-days', '2', '-subj', '/CN=Cloud authority', '-keyout', at('ca.key'), '-out', at('ca.pem'));
  openssl('req', ...CURVE, '-subj', '/CN=127.0.0.1', '-keyout', at('server.key'), '-out', at('server.csr'));
  await writeFile(at('names'), 'subjectAltName=IP:127.0.0.1');
  const signed = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '2', '-extfile', at('names')];
  openssl('x509', '-req', '-in', at('server.csr'), ...signed, '-out', at('server.pem'));
  return {
    caFile: at('ca.pem'),
    ca: await readFile(at('ca.pem'), 'utf8'),
    server: { key: await readFile(at('server.key'), 'utf8'), cert: await readFile(at('server.pem'), 'utf8') },
    remove: () => rm(dir, { recursive: true }),
  };
}

function openssl(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}
