import { addMs } from '../../kit/clock.ts';
import type { OpenstackDeps } from './openstack-deps.ts';

/** The cloud's time, for comparison with the cloud's own timestamps: our clock may be wrong. */
export async function cloudTime({ client, clock }: Pick<OpenstackDeps, 'client' | 'clock'>, signal: AbortSignal): Promise<Date> {
  const { skewMs } = await client.session(signal);
  return addMs(clock.wall(), skewMs);
}
