import { actOnServer, deleteServer } from '@boreal/contract/endpoints/servers.ts';
import type { ServerAction } from '@boreal/contract/servers/servers.ts';
import { call } from '../../../api/call.ts';
import { inServer } from '../../../api/servers.ts';
import { actOnAll, type Refused, type Target } from '../../../parts/act-on-all.ts';

export type Deed = ServerAction | 'delete';

interface Many {
  readonly accountId: string;
  readonly deed: Deed;
  readonly targets: readonly Target[];
  readonly onSettled: (count: number) => void;
}

/** Does the same with each of these servers; returns those that refused, with the reason. */
export function actOnMany({ accountId, deed, targets, onSettled }: Many): Promise<Refused[]> {
  return actOnAll({
    targets,
    onSettled,
    act: ({ id: serverId }) => {
      const params = inServer({ accountId, serverId });
      return deed === 'delete' ? call(deleteServer, { params }) : call(actOnServer, { params, body: { action: deed } });
    },
  });
}
