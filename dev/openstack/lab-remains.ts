import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { processesOf } from './lab-processes.ts';

/** Namespaces that a disposable OpenStack has of its own. */
const NAMESPACES = ['net', 'mnt', 'pid'] as const;
/** Those of a process that are not ours. Whoever is in those of process 1 of a disposable OpenStack belongs to it. */
export function namespacesOf(pid: number): string[] {
  return NAMESPACES.flatMap((kind) => {
    const its = linkOf(pid, kind);
    return its === null || its === linkOf(process.pid, kind) ? [] : [its];
  });
}

/**
 * What is there of a disposable OpenStack after its end, a sentence each: its folder, processes, mounts, ports. `namespaces`: those that
 * it had.
 */
export async function remainsOf(lab: { dir: string; namespaces: readonly string[]; ports: readonly number[] }): Promise<string[]> {
  const { dir, namespaces } = lab;
  const pids = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name));
  const within = pids.filter((pid) => namespacesOf(Number(pid)).some((one) => namespaces.includes(one)));
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  const open = await Promise.all(lab.ports.map(async (port) => ((await answers(port)) ? [port] : [])));
  return [
    ...(existsSync(dir) ? [`the folder ${dir} is there`] : []),
    ...processesOf(dir).map((pid) => `process ${pid} runs`),
    ...within.map((pid) => `process ${pid} is in its namespaces`),
    ...mounts.filter((line) => line.split(' ')[1]?.startsWith(join(dir, '/'))).map((line) => `mounted: ${line}`),
    ...open.flat().map((port) => `port ${port} answers`),
  ];
}

function linkOf(pid: number, kind: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/${kind}`);
  } catch {
    return null;
  }
}

async function answers(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ port, host: '127.0.0.1' })
    .once('connect', () => resolve(true))
    .once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
