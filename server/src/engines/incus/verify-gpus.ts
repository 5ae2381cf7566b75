import { SECOND_MS } from '../../kit/clock.ts';
import type { MachineSpec } from '../engine.ts';
import { wrongGpus } from '../parts/seen-gpus.rules.ts';
import { createLongWork, type Turn } from '../parts/turn.ts';
import { execInGuest } from './exec-in-guest.ts';
import type { IncusClient } from './client/incus-client.ts';
import type { Instance } from './client/incus-shapes.ts';
import { bootOf, marks } from './rules/machine-marks.rules.ts';

/** What is to be seen in a machine that has never been its customer's: its disk is the operator's image, and nobody has been at it. */
export function toVerify({ machineType, fromBackupId, gpus }: MachineSpec): Record<string, string> {
  const devices = [...new Set(gpus.flatMap(({ device }) => device ?? []))];
  // In a virtual machine GPUs have other addresses, and what runs there is asked through an agent that the image may not have.
  if (machineType !== 'container' || fromBackupId !== null || devices.length === 0) return {};
  return { [marks.toVerify]: devices.join(' ') };
}

/** A driver that finds a broken GPU may take long to say so, or for ever. */
const LIMIT_MS = 60 * SECOND_MS;
/** Characters of what a program wrote that are told. */
const TOLD = 500;

/** `later`: the program still runs. */
export type VerifyGpus = (turn: Turn, instance: Instance) => Promise<'as sold' | 'later' | { wrong: string }>;

/** Lists the GPUs inside a machine with the operator's command, once per boot, and holds them against what was sold. */
export function createGpuVerifying(client: IncusClient, command: string | null): VerifyGpus {
  const longWork = createLongWork<string | null>();
  return async (turn, instance) => {
    const sold = instance.config[marks.toVerify];
    if (sold === undefined || command === null) return 'as sold';
    const key = `${instance.name} ${bootOf(instance)}`;
    const verified = await longWork.do(turn, key, () => verify(client, command, { name: instance.name, sold: sold.split(' ') }));
    if (verified === 'later') return 'later';
    return verified.outcome === null ? 'as sold' : { wrong: verified.outcome };
  };
}

async function verify(client: IncusClient, command: string, of: { name: string; sold: readonly string[] }): Promise<string | null> {
  try {
    const { wrote, complained } = await execInGuest(client, of.name, limited(command), AbortSignal.timeout(LIMIT_MS));
    const wrong = wrongGpus(of.sold, wrote);
    if (wrong === null) return null;
    // That the image has no such program, or that the driver is not there, is said only here.
    const said = `${wrote}${complained}`.trim().slice(0, TOLD);
    return said === '' ? `${wrong}; the command that lists them wrote nothing` : `${wrong}; the command that lists them wrote: ${said}`;
  } catch (error) {
    return `they could not be listed: ${String(error)}`;
  }
}

/** Ends by itself what hangs: nobody else would. */
function limited(command: string): string {
  const quoted = `'${command.replaceAll("'", `'\\''`)}'`;
  return `timeout ${LIMIT_MS / SECOND_MS - 10} sh -c ${quoted}`;
}
