import { SECOND_MS, systemClock } from '../../../kit/clock.ts';
import type { IncusConfig } from '../../../config-engines.ts';
import { createIncusClient, type Change as IncusChange, type IncusClient } from '../../../engines/incus/client/incus-client.ts';
import { IncusError } from '../../../engines/incus/client/incus-errors.ts';
import { toEngineSilent } from '../../../engines/incus/client/incus-silence.ts';
import { incusAddress } from '../../../start/open-engine.ts';
import { OperatorError } from '../../operator-error.ts';
import { INVOCATION } from '../../verb.ts';
import { errorCode } from '../../../db/postgres-errors.ts';
import { z } from 'zod';
import type { Setup } from '../step.ts';

/** The configured Incus, if it is the only engine: several are for the operator to set up. Null: there is none to set up. */
export async function incusOf(setup: Setup): Promise<IncusConfig | null> {
  const [only, ...others] = (await setup.config()).engines;
  return only?.kind === 'incus' && only.name === 'incus' && others.length === 0 ? only.incus : null;
}

export interface UsedIncus {
  readonly client: IncusClient;
  readonly signal: AbortSignal;
  /** Makes a change and waits until it is done, however long that takes. */
  change(change: IncusChange): Promise<void>;
}

/** @throws OperatorError Incus is not there, denies access, or refuses something */
export async function withIncus<T>({ signal }: Setup, incus: IncusConfig, use: (used: UsedIncus) => Promise<T>): Promise<T> {
  const client = createIncusClient(await incusAddress(incus), { clock: systemClock(), project: incus.project });
  const change = async (asked: IncusChange): Promise<void> => {
    const operation = await client.start(asked, signal);
    if (operation === null) return;
    for (;;) {
      const progress = await client.wait(operation.id, { ms: LOOK_MS, signal });
      if (progress === 'done') return;
      if (progress === 'forgotten') throw new OperatorError(`Incus was restarted meanwhile. Go on with: ${INVOCATION} setup`);
    }
  };
  try {
    return await use({ client, signal, change });
  } catch (error) {
    throw explained(error) ?? error;
  } finally {
    client.close();
  }
}

/** Incus returns null for an empty list. */
export function listOf<T extends z.ZodType>(shape: T) {
  return z
    .array(shape)
    .nullable()
    .transform((items) => items ?? []);
}

const LOOK_MS = 30 * SECOND_MS;

/** The message if there is no Incus: how to get one, or how to do without. */
export const NO_INCUS =
  'There is no Incus here. Install it: apt-get install -y incus lvm2 thin-provisioning-tools, and go on with: ' +
  `${INVOCATION} setup. To try Boreal without machines: ${INVOCATION} setup --engine simulated`;

function explained(error: unknown): OperatorError | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (errorCode(at) === 'ENOENT') return new OperatorError(NO_INCUS, { cause: error });
  const silent = toEngineSilent(error);
  if (silent) return new OperatorError(silent.message, { cause: error });
  return error instanceof IncusError ? new OperatorError(`Incus refuses: ${error.message}.`, { cause: error }) : null;
}
