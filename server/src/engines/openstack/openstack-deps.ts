import { SECOND_MS, type Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { SystemDisk, WorkDisk } from '../engine.ts';
import type { SshProbe } from '../parts/ssh-probe.ts';
import type { Turn } from '../parts/turn.ts';
import type { CloudClient } from './cloud/cloud-client.ts';
import type { Directory } from './directory.ts';
import type { Makings } from './makings.ts';

/** How often nova is polled for progress. */
export const LOOK_EVERY_MS = 500;
/** After this long, no request is still in transit, or inside nova without a trace. */
export const ON_ITS_WAY_MS = 90 * SECOND_MS;

/** What every call of the engine needs. */
export interface OpenstackDeps {
  readonly client: CloudClient;
  readonly clock: Clock;
  readonly log: Log;
  readonly layout: Layout;
  readonly directory: Directory;
  /** Null: a machine counts as up when nova says so. */
  readonly probe: SshProbe | null;
  /** Waits until nova has made a machine or given it up, as long as this call may; returns whether it has. */
  readonly built: (turn: Turn, novaId: string) => Promise<boolean>;
  readonly makings: Makings;
}

/** How the cloud is used. */
export interface Layout {
  /** The Boreal that its machines belong to: others may share the project. */
  readonly owner: string;
  /** `ours`: hosts are nova's compute hosts, which administrators see. `theirs`: they are the cloud's zones. */
  readonly whose: 'ours' | 'theirs';
  /** The network of the machines, by name or id. */
  readonly network: string;
  /** The network of floating addresses; null: the network's own addresses are public. */
  readonly floatingNetwork: string | null;
  /** Named flavors, by model and number of GPUs: `h100x8`. */
  readonly flavors: ReadonlyMap<string, string>;
  /** Nova's alias for a model's GPUs. */
  readonly gpuAliases: ReadonlyMap<string, string>;
  /** What a pool may choose; the first is the default. */
  readonly systemDisks: readonly [SystemDisk, ...SystemDisk[]];
  readonly workDisks: readonly [WorkDisk, ...WorkDisk[]];
  /** The type of all volumes; null: cinder's default. */
  readonly volumeType: string | null;
  readonly configDrive: boolean;
  readonly ipv6: boolean;
  /** Addresses or networks from which we test whether SSH answers. */
  readonly probesFrom: readonly string[];
}
