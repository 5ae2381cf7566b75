import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCluster } from '../../../../../dev/incus/cluster.ts';
import { findLab, LABS, startLab, type Lab } from '../../../../../dev/incus/lab.ts';

/** A throw-away Incus for one test file. Those that killed tests have left behind are ended first. */
export async function startTestLab(options: { furnished?: boolean } = {}): Promise<Lab> {
  await endAllForsaken();
  return owned(await startLab(newDir(), options));
}

/** The same as a cluster of so many members. */
export async function startTestCluster(members: number): Promise<readonly Lab[]> {
  await endAllForsaken();
  const labs = await startCluster(Array.from({ length: members }, newDir));
  return Promise.all(labs.map(owned));
}

function newDir(): string {
  return join(LABS, `test-${randomUUID().slice(0, 8)}`);
}

async function owned(lab: Lab): Promise<Lab> {
  await writeFile(join(lab.dir, 'owner'), String(process.pid));
  return lab;
}

async function endAllForsaken(): Promise<void> {
  for (const name of await readdir(LABS)) if (name.startsWith('test-')) await endForsaken(join(LABS, name));
}

async function endForsaken(dir: string): Promise<void> {
  const owner = await readFile(join(dir, 'owner'), 'utf8').catch(() => null);
  if (owner === null || existsSync(`/proc/${owner}`)) return;
  await (await findLab(dir))?.stop();
}
