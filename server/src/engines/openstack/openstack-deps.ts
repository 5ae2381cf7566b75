import { SECOND_MS, type Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { SystemDisk, WorkDisk } from '../engine.ts';
import type { SshProbe } from '../parts/ssh-probe.ts';
import type { Turn } from '../parts/turn.ts';
import type { CloudClient } from './cloud/cloud-client.ts';
import type { Directory } from './directory.ts';
import type { Makings } from './makings.ts';

/** How often nova is asked how far it is. */
export const LOOK_EVERY_MS = 500;
/** Longer than this no request is on its way to nova, or in it without a trace. */
export const ON_ITS_WAY_MS = 90 * SECOND_MS;

/** What every call of the engine works with. */
export interface OpenstackDeps {
  readonly client: CloudClient;
  readonly clock: Clock;
  readonly log: Log;
  readonly layout: Layout;
  readonly directory: Directory;
  /** Null: a machine counts as up when nova says so. */
  readonly probe: SshProbe | null;
  /** Waits until nova has made a machine or given it up, as long as this call may; whether it has. */
  readonly built: (turn: Turn, novaId: string) => Promise<boolean>;
  readonly makings: Makings;
}

/** How the cloud is used. */
export interface Layout {
  /** Which Boreal its machines belong to: others may share the project. */
  readonly owner: string;
  /** `ours`: hosts are nova's compute hosts, which administrators see. `theirs`: they are the cloud's zones. */
  readonly whose: 'ours' | 'theirs';
  /** The network of the machines, by name or id. */
  readonly network: string;
  /** Where floating addresses come from; null: the network's own addresses are public. */
  readonly floatingNetwork: string | null;
  /** Flavors that are named, by model and number of GPUs: `h100x8`. */
  readonly flavors: ReadonlyMap<string, string>;
  /** Nova's alias of a model's GPUs. */
  readonly gpuAliases: ReadonlyMap<string, string>;
  /** What a pool may choose; the first is what one has that chooses nothing. */
  readonly systemDisks: readonly [SystemDisk, ...SystemDisk[]];
  readonly workDisks: readonly [WorkDisk, ...WorkDisk[]];
  /** Of all volumes; null: what cinder takes by itself. */
  readonly volumeType: string | null;
  readonly configDrive: boolean;
  readonly ipv6: boolean;
  /** Addresses or networks from which we look whether SSH answers. */
  readonly probesFrom: readonly string[];
}
