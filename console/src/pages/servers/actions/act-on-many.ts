import { actOnServer, deleteServer } from '@boreal/contract/endpoints/console/servers.ts';
import type { ServerStake } from '@boreal/contract/servers/console-servers.ts';
import type { ServerAction } from '@boreal/contract/servers/servers.ts';
import { call } from '../../../api/call.ts';
import { inServer } from '../../../api/servers.ts';
import { actOnAll, type Refused, type Target } from '../../../parts/act-on-all.ts';

export type Deed = ServerAction | 'delete';

interface Many {
  readonly accountId: string;
  readonly deed: Deed;
  readonly targets: readonly Target[];
  /** What the dialog said of each: it is done as it was said, or refused. */
  readonly shown: readonly ServerStake[];
  readonly onSettled: (count: number) => void;
}

/** Does the same with each of these servers; returns those that refused, with the reason. */
export function actOnMany({ accountId, deed, targets, shown, onSettled }: Many): Promise<Refused[]> {
  return actOnAll({
    targets,
    onSettled,
    act: ({ id: serverId }) => {
      const params = inServer({ accountId, serverId });
      const stake = shown.find(({ id }) => id === serverId);
      if (deed === 'delete') return call(deleteServer, { params, body: { shown: stake && refundsOf(stake) } });
      const rate = deed === 'hibernate-restore' ? stake?.hourlyRate : null;
      return call(actOnServer, { params, body: { action: deed, ...(typeof rate === 'number' && { expectedHourlyRateCad: rate }) } });
    },
  });
}

const refundsOf = ({ everActive, hour, terms }: ServerStake) => ({ everActive, hour, terms });
