import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { whyNoLab } from '../../../../dev/incus/lab.ts';
import { PROMPT, watch } from '../conformance-console.ts';
import { engineError } from '../conformance-kit.ts';
import { openIncusKit, type IncusKit } from './incus-kit.ts';
import { kindOfVm } from './open-console.ts';
import { InstanceState } from './client/incus-shapes.ts';
import { instancePath } from './incus-deps.ts';
import { instanceName } from './rules/machine-marks.rules.ts';

const why = await whyNoLab();
const { signal } = new AbortController();
const WITHIN = { ms: 60_000, signal };

test('a virtual machine whose agent does not answer has its serial line only', () => {
  assert.equal(kindOfVm(InstanceState.parse({ processes: -1 })), 'line');
  assert.equal(kindOfVm(InstanceState.parse({})), 'line');
  assert.equal(kindOfVm(InstanceState.parse({ processes: 31 })), 'shell');
});

describe('a console on a real Incus', why === null ? {} : { skip: why }, () => {
  let kit: IncusKit;
  let serverId: string;
  let username: string;
  before(async () => {
    kit = await openIncusKit();
    const spec = kit.makeSpec();
    ({ serverId, username } = spec);
    await kit.engine.ensureRunning(spec, signal);
    await kit.until(serverId, 'running');
  });
  after(() => kit.close());

  /** What a shell answers to a line; the shell is left open. */
  async function ask(line: string) {
    const opened = await kit.engine.console(serverId, signal);
    const screen = watch(opened);
    await screen.until(PROMPT);
    opened.stream.write(`${line}; echo the-${'end'}\r`);
    await screen.until(/\nthe-end/);
    return { ...opened, screen, said: screen.seen() };
  }
  const asked = async (line: string) => {
    const { stream, said } = await ask(line);
    stream.destroy();
    return said;
  };
  const run = (command: string) => kit.run(serverId, command);

  test('is a shell of the server’s user, in their home, on a terminal with colours', async () => {
    const said = await asked('echo "$(whoami) $HOME $TERM $(tty)"');
    assert.match(said, new RegExp(`\\n${username} /home/${username} xterm-256color /dev/pts/\\d`));
  });

  test('has the size of its window, and follows it', async () => {
    const { stream, resize, screen } = await ask('stty size');
    assert.match(screen.seen(), /\n24 80\r\n/);
    resize({ columns: 132, rows: 50 });
    // Until the guest has heard of it.
    stream.write('until [ "$(stty size)" = "50 132" ]; do sleep 0.1; done; echo it-$((1 + 1))-has\r');
    await screen.until(/\nit-2-has/);
    stream.destroy();
  });

  test('passes on every byte as it is', async () => {
    // Not what is typed, but what is answered has the bytes.
    const said = await asked(String.raw`printf '\033[38;2;1;2;3m\342\202\254\033[0m'; echo`);
    assert.ok(said.includes('\u001b[38;2;1;2;3m€\u001b[0m'), JSON.stringify(said));
  });

  test('ends with its window, and what runs in it does too', async () => {
    const shells = async () => (await run('ps')).split('\n').filter((line) => /(-sh|sleep 7771)$/.test(line)).length;
    const before = await shells();
    const { stream, screen } = await ask('true');
    await screen.until(/the-end\r\n\r?[^\n]*[$#] /);
    stream.write('sleep 7771\r');
    await untilTrue(async () => (await shells()) === before + 2, 'it has not begun');
    stream.destroy();
    await untilTrue(async () => (await shells()) === before, 'it runs on');
  });

  test('is root’s where the user is gone, or root cannot become it', async () => {
    assert.match(await asked('whoami'), new RegExp(`\\n${username}\\r\\n`));
    await run(`cp /etc/passwd /etc/passwd.was; sed -i '/^${username}:/d' /etc/passwd`);
    assert.match(await asked('echo "$(whoami) $(pwd)"'), /\nroot \/root\r\n/);
    // An entry that su cannot make sense of.
    await run(`cp /etc/passwd.was /etc/passwd; sed -i 's/^${username}:[^:]*:[^:]*/${username}:*:who/' /etc/passwd`);
    assert.match(await asked('whoami'), /\nroot\r\n/);
    await run('cp /etc/passwd.was /etc/passwd');
  });

  for (const shell of ['/bin/bash', '/usr/sbin/nologin', '/bin/false']) {
    test(`is a plain one where the user’s is ${shell}, which the guest does not have or which lets nobody in`, async () => {
      await run(`cp /etc/passwd /etc/passwd.was; sed -i '/^${username}:/s#:[^:]*$#:${shell}#' /etc/passwd`);
      assert.match(await asked('whoami'), new RegExp(`\\n${username}\\r\\n`));
      await run('cp /etc/passwd.was /etc/passwd');
    });
  }

  test('is not to be had of a machine that is frozen', async () => {
    const freeze = (action: 'freeze' | 'unfreeze') =>
      kit.client.change({ method: 'PUT', path: `${instancePath(instanceName(serverId))}/state`, body: { action, timeout: 10 } }, WITHIN);
    await freeze('freeze');
    await assert.rejects(kit.engine.console(serverId, signal), engineError('gone'));
    await freeze('unfreeze');
    assert.match(await asked('whoami'), new RegExp(`\\n${username}\\r\\n`));
  });
});

async function untilTrue(look: () => Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) if (await look()) return;
  assert.fail(what);
}
