import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { CloudClient } from '../server/src/engines/openstack/cloud/cloud-client.ts';

/** One run of the bench, with its resources in the cloud. */
export interface BenchRun {
  /** Part of the name or description of everything made by hand. */
  readonly mark: string;
  /** Records the mark that this run's Boreal puts on everything it makes, before it makes anything. */
  note(mark: string): Promise<void>;
  /** Removes the run's resources from the cloud, and forgets it. Nothing may still be making any. */
  end(): Promise<void>;
}

const { signal } = new AbortController();
/** Nothing must be seen twice in a row: the last request may still be on its way. */
const LOOK_AGAIN_MS = 2_000;
/** Machines first: what they use can be removed only after them. */
const KINDS = [
  ['compute', '/servers/detail', 'servers', '/servers'],
  ['compute', '/os-keypairs', 'keypairs', '/os-keypairs'],
  ['network', '/v2.0/floatingips', 'floatingips', '/v2.0/floatingips'],
  ['network', '/v2.0/ports', 'ports', '/v2.0/ports'],
  ['network', '/v2.0/security-groups', 'security_groups', '/v2.0/security-groups'],
  ['volume', '/volumes/detail', 'volumes', '/volumes'],
] as const;
const Anything = z.looseObject({});
const Labels = z.union([z.object({ keypair: z.object({ name: z.string() }) }), z.object({ id: z.string() })]);

/**
 * Begins a run, after removing what killed runs left. In `folder`, which belongs to the lab, each run keeps the marks of its own resources:
 * nothing else is touched, nor the resources of a run in progress.
 */
export async function beginRun(
  folder: string,
  client: CloudClient,
  isRunning: (pid: number) => Promise<boolean> = isBench,
): Promise<BenchRun> {
  await mkdir(folder, { recursive: true });
  for (const pid of await readdir(folder))
    if (Number(pid) === process.pid || !(await isRunning(Number(pid)))) await endRun(join(folder, pid), client);
  const file = join(folder, String(process.pid));
  const note = (mark: string) => appendFile(file, `${mark}\n`);
  const mark = `bench-${randomUUID()}`;
  await note(mark);
  return { mark, note, end: () => endRun(file, client) };
}

async function endRun(file: string, client: CloudClient): Promise<void> {
  const marks = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  for (let quiet = 0; quiet < 2; await sleep(LOOK_AGAIN_MS)) quiet = (await removeMarked(client, marks)) === 0 ? quiet + 1 : 0;
  await rm(file);
}

/** Returns how many things existed. */
async function removeMarked(client: CloudClient, marks: readonly string[]): Promise<number> {
  let seen = 0;
  for (const [service, list, key, path] of KINDS) {
    const found = await client.list(service, list, { key, shape: Anything }, signal);
    const ours = found.filter((one) => marks.some((mark) => JSON.stringify(one).includes(mark)));
    seen += ours.length;
    for (const one of ours) await client.remove(service, `${path}/${labelOf(one)}`, signal);
    // Nova removes a machine with some delay: until then its port is in use, and then goes with it.
    if (key === 'servers' && ours.length > 0) return seen;
  }
  return seen;
}

function labelOf(one: z.output<typeof Anything>): string {
  const label = Labels.parse(one);
  return 'keypair' in label ? label.keypair.name : label.id;
}

async function isBench(pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.includes('bench/openstack.ts');
}
