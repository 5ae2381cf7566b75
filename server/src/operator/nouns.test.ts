import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startOperatedCloud } from './testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

/** Reports on standard error what is read. */
const TELL_READS = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => (process.stderr.write(url + '\\n'), next(url, context)) });
`)}`;

function modulesRead(...args: string[]): Promise<string[]> {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ['--import', TELL_READS, main, ...args], { env: { DATABASE_URL: cloud.db.url } }, (error, _out, err) => {
      if (error) reject(error);
      else resolve(err.split('\n').filter((line) => line.startsWith('file:')));
    });
  });
}

test('a command reads what it needs, and not the whole server', async () => {
  const read = await modulesRead('account', 'list');
  assert.ok(read.some((url) => url.endsWith('/operator/commands/account.commands.ts')));
  const others = read.filter(
    (url) => url.includes('/operator/') && url.endsWith('.commands.ts') && !/\/account(-\w+)?\.commands\.ts$/.test(url),
  );
  assert.deepEqual(others, []);
  for (const part of [
    '/engines/incus/',
    '/engines/simulated/',
    '/payments/stripe/',
    '/node_modules/pdfkit/',
    '/node_modules/fastify/',
    '/node_modules/stripe/',
  ]) {
    assert.deepEqual(
      read.filter((url) => url.includes(part)),
      [],
      part,
    );
  }
});

test('who asks for help is shown every noun', async () => {
  const { out } = await cloud.attempt('--help');
  for (const noun of ['account', 'company', 'tax', 'refund', 'engine', 'clock']) assert.match(out, new RegExp(`^  ${noun} `, 'm'));
});
