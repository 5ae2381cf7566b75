import { statfs } from 'node:fs/promises';
import { z } from 'zod';
import { SAFE_DRIVERS } from '../../../engines/incus/check/check-incus.ts';
import { StoragePool } from '../../../engines/incus/client/incus-shapes.ts';
import { OperatorError } from '../../operator-error.ts';
import { emptyDisks, LSBLK, whyNotGiven } from '../incus/empty-disks.rules.ts';
import { incusOf, listOf, withIncus } from '../incus/with-incus.ts';
import { mustRun } from '../machine.ts';
import type { QuestionName } from '../questions.ts';
import { settingChanges, type Wanted } from '../setting-changes.ts';
import type { Change, Setup, Step } from '../step.ts';

/** The uses of a pool, and the names that setup gives them. */
const uses = [
  { question: 'storage', setting: 'INCUS_STORAGE_POOL', name: 'machines', of: 'machines' },
  { question: 'backup-storage', setting: 'INCUS_BACKUP_POOL', name: 'backups', of: 'backups' },
] as const satisfies readonly { question: QuestionName; setting: string; name: string; of: string }[];

/** In this order: both limit a container to its disk, and a disk begins empty. */
const DRIVERS = ['lvm', 'zfs'] as const;
const Supported = z.object({
  environment: z.object({
    storage_supported_drivers: z
      .array(z.object({ Name: z.string() }))
      .nullable()
      .default([]),
  }),
});

/** Storage for machines' disks, and separate storage for their backups. */
export const storageStep: Step = {
  name: 'storage',
  async plan(setup) {
    const incus = await incusOf(setup);
    if (incus === null) return { stands: 'the engine’s own', changes: [] };
    const { pools, driver } = await withIncus(setup, incus, async ({ client, signal }) => {
      const { value: all } = await client.read('/1.0/storage-pools?recursion=1', listOf(StoragePool), signal);
      const { value: server } = await client.read('/1.0', Supported, signal);
      const names = (server.environment.storage_supported_drivers ?? []).map((each) => each.Name);
      return { pools: all, driver: DRIVERS.find((each) => names.includes(each)) ?? null };
    });
    const wanted: Wanted[] = [];
    const changes: Change[] = [];
    const taken: string[] = [];
    for (const use of uses) {
      const place = await placeOf(setup, use, { pools: pools.map(({ name }) => name), taken });
      taken.push(place.is === 'disk' ? place.disk : place.is === 'pool' ? place.pool : '');
      wanted.push({ name: use.setting, value: place.is === 'pool' ? place.pool : use.name });
      if (place.is === 'pool') {
        if (use.name === 'machines')
          await requireSafe(
            setup,
            pools.find(({ name }) => name === place.pool),
          );
        continue;
      }
      if (driver === null) throw new OperatorError(NO_DRIVER);
      const config = place.is === 'disk' ? { source: place.disk } : { size: `${place.sizeGb}GiB` };
      const on = place.is === 'disk' ? place.disk : `a file of ${place.sizeGb} GB: a disk of its own is faster`;
      changes.push({
        verb: 'make',
        what: `the storage pool ${use.name} (${driver}) for ${use.of} on ${on}`,
        run: () =>
          withIncus(setup, incus, ({ change }) =>
            change({
              method: 'POST',
              path: '/1.0/storage-pools',
              body: { name: use.name, driver, description: 'Made by boreal setup', config },
            }),
          ),
      });
    }
    const [machines, backups] = wanted.map(({ value }) => value);
    if (machines === backups)
      throw new OperatorError(
        'Backups must not lie where the machines do: they would be lost with them. Name another with --backup-storage.',
      );
    return {
      stands: `machines on ${machines}, their backups on ${backups}`,
      changes: [...changes, ...(await settingChanges(setup, wanted))],
    };
  },
};

/** With other drivers a container can fill shared storage, and production does not start. */
async function requireSafe({ answers }: Setup, pool: StoragePool | undefined): Promise<void> {
  if (pool === undefined || SAFE_DRIVERS.includes(pool.driver) || (await answers.given('machines')) === 'vm') return;
  throw new OperatorError(
    `The storage pool ${pool.name} is of the kind ${pool.driver}, which does not keep containers to their disks, so production does not start on it. ` +
      'Name one of lvm or zfs, an empty disk or a size with --storage, or sell virtual machines: --machines vm',
  );
}

const NO_DRIVER =
  'Incus knows neither LVM nor ZFS here, and nothing else keeps containers to their disks. ' +
  'First: apt-get install -y lvm2 thin-provisioning-tools && systemctl restart incus';

type Place =
  | { readonly is: 'pool'; readonly pool: string }
  | { readonly is: 'disk'; readonly disk: string }
  | { readonly is: 'file'; readonly sizeGb: number };

/** `taken`: what the previous use got. */
async function placeOf(
  setup: Setup,
  use: (typeof uses)[number],
  { pools, taken }: { pools: readonly string[]; taken: readonly string[] },
): Promise<Place> {
  const { answers, settings, machine } = setup;
  const present = (await settings.read())[use.setting];
  const said = await answers.given(use.question);
  if (said === null && present && pools.includes(present)) return { is: 'pool', pool: present };
  // An earlier run made it, but was stopped before it was written.
  if (said !== null && !pools.includes(said) && pools.includes(use.name)) return { is: 'pool', pool: use.name };
  const ask = async () => {
    const lsblk = await mustRun(machine, 'lsblk', LSBLK);
    const check = async (text: string) => {
      const place = read(text, pools);
      if (place === null)
        return `There is no storage pool ${text}. Name one that there is (${pools.join(', ') || 'none'}), an empty disk, or a size.`;
      return place.is === 'disk'
        ? taken.includes(place.disk)
          ? `${place.disk} is taken by the machines.`
          : whyNotGiven(lsblk, place.disk)
        : null;
    };
    const [disk] = emptyDisks(lsblk).filter(({ path }) => !taken.includes(path));
    const byDefault = pools.includes(use.name) ? use.name : (disk?.path ?? `${await roomGb(use.name)}GB`);
    const text = await answers.get(use.question, { byDefault });
    const problem = await check(text);
    if (problem !== null) throw new OperatorError(`${problem} Say another with --${use.question}.`);
    return read(text, pools);
  };
  const place = await ask();
  if (place === null) throw new OperatorError(`Say with --${use.question} where to put the ${use.of}.`);
  return place;
}

function read(text: string, pools: readonly string[]): Place | null {
  if (text.startsWith('/dev/')) return { is: 'disk', disk: text };
  const [, size] = /^(\d+) ?(?:GB|GiB)$/i.exec(text) ?? [];
  if (size !== undefined) return { is: 'file', sizeGb: Number(size) };
  return pools.includes(text) ? { is: 'pool', pool: text } : null;
}

const INCUS_FOLDER = '/var/lib/incus';
/** The rest stays free for the host, its log, and Boreal's database. */
const SHARES = { machines: 0.5, backups: 0.2 } as const;

/** How much of Incus' disk may be used. */
async function roomGb(use: keyof typeof SHARES): Promise<number> {
  const { bavail, bsize } = await statfs(INCUS_FOLDER).catch(() => statfs('/'));
  return Math.floor((bavail * bsize * SHARES[use]) / 2 ** 30);
}
