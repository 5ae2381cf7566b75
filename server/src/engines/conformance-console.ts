import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineError, type ConformanceKit } from './conformance-kit.ts';
import type { MachineConsole } from './engine.ts';

const { signal } = new AbortController();
/** Some shells then send a query for the cursor's position. */
export const PROMPT = /[$#] \S{0,4}$/;
/** On the busiest machine. */
const SHOWN_WITHIN_MS = 60_000;
/** More than all the buffers on the way can hold. */
const FLOOD_BYTES = 1024 * 1024;

/** What every engine's terminals do. Their shells know `echo`, `exit` and `yes`. */
export function consoleConformance(kitOf: () => ConformanceKit): void {
  const running = async () => {
    const kit = kitOf();
    const spec = kit.makeSpec();
    await kit.engine.ensureRunning(spec, signal);
    await kit.until(spec.serverId, 'running');
    return spec;
  };

  test('an engine whose machines have no console says that there is none', async (t) => {
    const { engine } = kitOf();
    if (engine.can.console !== 'none') return t.skip('machines of this engine have a console');
    const { serverId } = await running();
    await assert.rejects(engine.console(serverId, signal), engineError('gone'));
  });

  test('who opens a serial line takes it over', async (t) => {
    const { engine } = kitOf();
    if (engine.can.console !== 'line') return t.skip('machines of this engine have more than a serial line');
    const { serverId } = await running();
    const first = await engine.console(serverId, signal);
    const screen = watch(first);
    const second = await engine.console(serverId, signal);
    assert.deepEqual([first.kind, second.kind], ['line', 'line']);
    await screen.ended;
    second.stream.destroy();
  });

  test('each who opens a console of a running machine has a shell of their own', async (t) => {
    const { engine } = kitOf();
    if (engine.can.console !== 'shell') return t.skip('no shell is started by this engine');
    const { serverId, username } = await running();
    const [one, other] = await Promise.all([engine.console(serverId, signal), engine.console(serverId, signal)]);
    const screens = [watch(one), watch(other)] as const;
    one.resize({ columns: 100, rows: 30 });
    for (const [n, { stream }] of [one, other].entries()) {
      await screens[n]?.until(PROMPT);
      stream.write(`echo I-am-${n}\r`);
    }
    await screens[0].until(/\nI-am-0/);
    await screens[1].until(/\nI-am-1/);
    assert.doesNotMatch(screens[0].seen(), /I-am-1/);
    one.stream.write('whoami\r');
    await screens[0].until(new RegExp(`\\n${username}\\r?\\n`));

    one.stream.write('exit\r');
    await screens[0].ended;
    other.stream.write('echo still-there\r');
    await screens[1].until(/\nstill-there/);
    other.stream.destroy();
  });

  test('a shell that writes without end waits for whoever reads it, and ends with them', async (t) => {
    const { engine } = kitOf();
    if (engine.can.console !== 'shell') return t.skip('no shell is started by this engine');
    const { serverId } = await running();
    const { stream } = await engine.console(serverId, signal);
    stream.write('yes\r');
    let seen = 0;
    while (seen < FLOOD_BYTES) {
      const bytes: Buffer | null = stream.read();
      if (bytes === null) await new Promise((resolve) => stream.once('readable', resolve));
      else seen += bytes.length;
      assert.ok(stream.readableLength <= FLOOD_BYTES, `${stream.readableLength} bytes that nobody reads`);
    }
    stream.destroy();
    const next = await engine.console(serverId, signal);
    const screen = watch(next);
    await screen.until(PROMPT);
    next.stream.destroy();
  });

  test('a console ends with its machine, and one that does not run has none', async (t) => {
    const { engine, until, makeSpec } = kitOf();
    if (engine.can.console === 'none') return t.skip('machines of this engine have no console');
    const { serverId } = await running();
    const opened = await engine.console(serverId, signal);
    const screen = watch(opened);
    // A serial line sends nothing by itself to someone who opens it later.
    if (opened.kind === 'line') opened.stream.write('\r');
    await screen.until(PROMPT);
    await engine.ensureStopped(serverId, signal);
    await until(serverId, 'stopped');
    await screen.ended;
    await assert.rejects(engine.console(serverId, signal), engineError('gone'));
    await assert.rejects(engine.console(makeSpec().serverId, signal), engineError('gone'));
  });
}

/** A reader of everything that a console shows. */
export function watch({ stream }: MachineConsole) {
  let seen = '';
  const looks = new Set<() => void>();
  stream.on('data', (bytes) => {
    seen += String(bytes);
    for (const look of looks) look();
  });
  const ended = new Promise<void>((resolve) => stream.once('close', resolve));
  const until = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (pattern.test(seen)) resolve();
      };
      looks.add(look);
      look();
      setTimeout(() => reject(new Error(`not within a minute: ${pattern}; seen: ${JSON.stringify(seen)}`)), SHOWN_WITHIN_MS).unref();
      ended.then(() => reject(new Error(`ended before ${pattern}: ${seen}`)), reject);
    });
  return { seen: () => seen, until, ended };
}
