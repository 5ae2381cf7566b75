import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { cleanerAt } from '../../server/src/engines/parts/clean-gpus.ts';
import { ROOT, until } from '../testing/boreal-process.ts';

const GPU = '0000:17:00.0';

const SYSTEMD = '/usr/bin/systemd-socket-activate';
const missing = process.getuid?.() === 0 ? !existsSync(SYSTEMD) && `${SYSTEMD} is not installed` : 'only root may be what systemd would be';

/** What the package has for it, behind the socket of the real systemd, which needs no systemd that runs. */
describe('GPUs that are cleaned by request', { skip: missing }, () => {
  let folder = '';
  let socket = '';
  let own = '';
  let close = () => Promise.resolve();

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'boreal-clean-'));
    [socket, own] = [join(folder, 'clean.sock'), join(folder, 'own')];
    const packaged = join(folder, 'packaged');
    // Tells what it was given, and cleans all but one GPU.
    await writeFile(packaged, `#!/bin/sh\necho "$*" >>${folder}/asked\ncase $* in *:99:*) echo 'in use by 4711' >&2; exit 1 ;; esac\n`, {
      mode: 0o755,
    });
    const request = join(ROOT, 'packaging/clean-gpu/clean-gpu-request');
    const child = spawn(SYSTEMD, ['--accept', '--inetd', '--listen', socket, request, own, packaged], {
      stdio: 'ignore',
    });
    close = async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    };
    await until('it listens', 10_000, () => stat(socket).catch(() => null));
  });
  after(async () => {
    await close();
    await rm(folder, { recursive: true, force: true });
  });

  const clean = (hostName: string, devices: readonly string[]) => cleanerAt(`unix://${socket}`)({ hostName, devices });
  const raw = async (line: string) => {
    const connection = connect(socket);
    connection.end(line);
    return (await text(connection)).trim();
  };

  test('are clean when the program says so, and else it is told why not', async () => {
    await clean('gpu-1', [GPU, '0000:18:00.0']);
    await assert.rejects(clean('gpu-1', ['0000:99:00.0']), /clean\.sock: in use by 4711$/);
  });

  test('what is no name is run by nobody', async () => {
    for (const line of [`gpu-1 $(touch ${folder}/x)\n`, 'gpu-1 --help\n', '-x gpu-1\n', `gpu-1 ${GPU};id\n`, 'gpu-1\n', '\n', ''])
      assert.match(await raw(line), /^(?:The line has|No name|Ask for|Nothing was)/, line);
    await assert.rejects(stat(join(folder, 'x')));
    assert.equal(await raw(`gpu-1 *\n`), 'The line has characters that names of hosts and GPUs do not have.');
  });

  test('the operator’s own program is used, if only root can change it', async () => {
    await writeFile(own, `#!/bin/sh\necho own >&2\nexit 1\n`, { mode: 0o755 });
    await assert.rejects(clean('gpu-1', [GPU]), /: own$/);
    await chmod(own, 0o775);
    await assert.rejects(clean('gpu-1', [GPU]), /must belong to root, and be writable by nobody else/);
    await rm(own);
    await clean('gpu-1', [GPU]);
  });

  test('whoever cannot be asked, or ends without a word, has cleaned nothing', async () => {
    await assert.rejects(cleanerAt(`unix://${folder}/none.sock`)({ hostName: 'gpu-1', devices: [GPU] }), /none\.sock: .*ENOENT/);
    const silent = createServer((connection) => connection.end()).listen(join(folder, 'silent.sock'));
    await once(silent, 'listening');
    await assert.rejects(cleanerAt(`unix://${folder}/silent.sock`)({ hostName: 'gpu-1', devices: [GPU] }), /it said nothing/);
    silent.close();
  });
});
