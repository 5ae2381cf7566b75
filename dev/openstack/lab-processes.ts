import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const GONE_WITHIN_MS = 20_000;

/**
 * The processes that a disposable OpenStack in this folder is held by: process 1 of its namespaces, whatever started that, and what keeps
 * its ports. They are known by what they run and where, so that also one is found whose start was broken off before it wrote anything down.
 */
export function processesOf(dir: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name) && Number(name) !== process.pid);
  return pids.filter((pid) => holds(pid, dir)).map(Number);
}

function holds(pid: string, dir: string): boolean {
  const words = partsOf(pid, 'cmdline');
  if (words.some((word) => /(^|\/)ports\.ts$/.test(word))) return words.includes(join(dir, 'outside.sock'));
  return (
    words.some((word) => /(^|\/)(inner|enter)\.sh$/.test(word)) && (words.includes(dir) || partsOf(pid, 'environ').includes(`DIR=${dir}`))
  );
}

/** Nothing of a process that has just ended, or is not ours to look into. */
function partsOf(pid: string, what: 'cmdline' | 'environ'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** Ends them at once, and everything in their namespaces with them. @throws when they do not end */
export async function endProcessesOf(dir: string): Promise<void> {
  for (const begun = performance.now(); ; await sleep(100)) {
    const left = processesOf(dir);
    if (left.length === 0) return;
    if (performance.now() - begun > GONE_WITHIN_MS) throw new Error(`of the OpenStack in ${dir} there still run: ${left.join(', ')}`);
    for (const pid of left) kill(pid);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
