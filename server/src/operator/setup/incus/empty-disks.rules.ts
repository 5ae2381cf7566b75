import { z } from 'zod';

/** A disk or partition in `lsblk`'s output: the fields that show whether anything is on it. */
interface Device {
  readonly path: string;
  readonly type: string;
  readonly size: number;
  readonly ro: boolean;
  readonly fstype: string | null;
  readonly pttype: string | null;
  readonly mountpoints: readonly (string | null)[];
  readonly children?: readonly Device[] | undefined;
}

const Device: z.ZodType<Device> = z.object({
  path: z.string(),
  type: z.string(),
  size: z.number(),
  ro: z.boolean(),
  fstype: z.string().nullable(),
  pttype: z.string().nullable(),
  mountpoints: z.array(z.string().nullable()),
  get children() {
    return z.array(Device).optional();
  },
});
const Lsblk = z.object({ blockdevices: z.array(Device) });

/** The arguments for `lsblk`. */
export const LSBLK = ['--json', '--bytes', '--output', 'PATH,TYPE,SIZE,RO,FSTYPE,PTTYPE,MOUNTPOINTS'] as const;

/** Smaller ones cannot hold a server's system disk. */
const LEAST_BYTES = 8 * 2 ** 30;

/** Empty disks and partitions, largest first. */
export function emptyDisks(lsblk: string): readonly { readonly path: string; readonly sizeGb: number }[] {
  return devicesIn(lsblk)
    .filter((device) => whyNotEmpty(device) === null && device.size >= LEAST_BYTES)
    .toSorted((a, b) => b.size - a.size)
    .map(({ path, size }) => ({ path, sizeGb: Math.floor(size / 2 ** 30) }));
}

/** Why a disk must not be used, as a sentence; null: it is empty. Nothing is ever erased. */
export function whyNotGiven(lsblk: string, path: string): string | null {
  const device = devicesIn(lsblk).find((each) => each.path === path);
  if (!device) return `There is no disk ${path}. See what there is with: lsblk`;
  const why = whyNotEmpty(device);
  return why === null ? null : `${path} ${why}. Nothing is erased here: if nobody needs what is on it, wipefs --all ${path} does that.`;
}

function whyNotEmpty({ type, ro, fstype, pttype, mountpoints, children = [] }: Device): string | null {
  const mounted = mountpoints.find((each) => each !== null);
  if (mounted !== undefined) return `is in use at ${mounted}`;
  if (type !== 'disk' && type !== 'part') return `is no disk but a ${type}`;
  if (ro) return 'can only be read';
  if (children.length > 0) return `has ${children.map((each) => each.path).join(', ')} on it`;
  if (fstype !== null) return `has something on it (${fstype})`;
  return pttype === null || type === 'part' ? null : `has a table of partitions (${pttype})`;
}

function devicesIn(lsblk: string): readonly Device[] {
  const all = (devices: readonly Device[]): Device[] => devices.flatMap((device) => [device, ...all(device.children ?? [])]);
  return all(Lsblk.parse(JSON.parse(lsblk)).blockdevices);
}
