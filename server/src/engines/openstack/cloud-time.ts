import { addMs } from '../../kit/clock.ts';
import type { OpenstackDeps } from './openstack-deps.ts';

/** What the cloud's clock says, to be compared with what the cloud has written down: ours may be wrong. */
export async function cloudTime({ client, clock }: Pick<OpenstackDeps, 'client' | 'clock'>, signal: AbortSignal): Promise<Date> {
  const { skewMs } = await client.session(signal);
  return addMs(clock.wall(), skewMs);
}
