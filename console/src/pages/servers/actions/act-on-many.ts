import { actOnServer, deleteServer } from '@boreal/contract/endpoints/servers.ts';
import type { ServerAction } from '@boreal/contract/servers.ts';
import { inServer } from '../../../api/servers.ts';
import { call } from '../../../api/call.ts';
import { isApiError } from '../../../api/api-error.ts';

export type Deed = ServerAction | 'delete';

export interface Refused {
  readonly id: string;
  readonly name: string;
  readonly error: unknown;
}

interface Many {
  readonly accountId: string;
  readonly deed: Deed;
  readonly targets: readonly { readonly id: string; readonly name: string }[];
  /** How many have been answered so far. */
  readonly onSettled: (count: number) => void;
}

/** More waits than a fleet of a thousand needs, in case a limit never lets anything through. */
const WAITS_MAX = 30;

/** Acts on one after the other, and waits where a limit says so; returns the refused ones, with the reason. */
export async function actOnMany({ accountId, deed, targets, onSettled }: Many): Promise<Refused[]> {
  const refused: Refused[] = [];
  let waits = 0;
  for (const [index, { id, name }] of targets.entries()) {
    for (;;) {
      try {
        const ref = { accountId, serverId: id };
        await (deed === 'delete'
          ? call(deleteServer, { params: inServer(ref) })
          : call(actOnServer, { params: inServer(ref), body: { action: deed } }));
        break;
      } catch (error) {
        const seconds = isApiError(error) && error.status === 429 ? error.retryAfterSeconds : null;
        if (seconds === null || (waits += 1) > WAITS_MAX) {
          refused.push({ id, name, error });
          break;
        }
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      }
    }
    onSettled(index + 1);
  }
  return refused;
}
