import { attachmentRoutes } from './double-attachments.ts';
import { quotaRoutes } from './double-compute-quota.ts';
import { flavorRoutes } from './double-flavors.ts';
import { hostRoutes } from './double-hosts.ts';
import { FAULTS, pageOf, Refusal, type Call, type Service } from './double-http.ts';
import { createKeypairs } from './double-keypairs.ts';
import type { ComputeQuota } from './double-new-server.ts';
import { serverRoutes, type ServerDeps } from './double-servers.ts';
import type { Volumes } from './double-volumes.ts';

export interface ComputeOptions extends Omit<ServerDeps, 'keyNames' | 'minorOf'> {
  readonly volumes: Volumes;
  readonly quota: ComputeQuota;
  /** The newest microversion, as `2.93`. */
  readonly newest: string;
}

const OLDEST_SPOKEN = 79;

/** Nova, as its API is from 2.79 on. */
export function createCompute(options: ComputeOptions): Service {
  const keypairs = createKeypairs();
  const newest = Number(options.newest.split('.')[1]);
  const version = { id: 'v2.1', status: 'CURRENT', version: options.newest, min_version: '2.1', updated: '2013-07-23T11:33:21Z' };

  function minorOf(call: Call): number {
    const [asked] = [call.headers['openstack-api-version']].flat();
    if (asked === undefined) return 1;
    const text = asked.split(' ')[1] ?? '';
    const [, minor] = /^2\.(\d+)$/.exec(text) ?? [];
    if (minor === undefined)
      throw new Refusal(400, `API Version String ${text} is of invalid format. Must be of format MajorNum.MinorNum.`);
    if (Number(minor) > newest || Number(minor) < 1) {
      throw new Refusal(406, `Version ${text} is not supported by the API. Minimum is 2.1 and maximum is ${options.newest}.`);
    }
    return Number(minor);
  }

  return {
    name: 'compute',
    open({ path }) {
      if (path === '/') return { status: 200, body: { versions: [{ ...version, links: [] }] } };
      if (path === '/v2.1') return { status: 200, body: { version: { ...version, links: [], 'media-types': [] } } };
      return null;
    },
    headers(call) {
      const minor = minorOf(call);
      // Older shapes are not here: whoever asks for one is told at once, and not by a shape that no cloud would give.
      if (minor < OLDEST_SPOKEN) throw new Refusal(501, `This double speaks 2.${OLDEST_SPOKEN} and later, and was asked in 2.${minor}.`);
      return { 'OpenStack-API-Version': `compute 2.${minor}`, 'X-OpenStack-Nova-API-Version': `2.${minor}`, Vary: 'OpenStack-API-Version' };
    },
    routes: {
      ...serverRoutes({ ...options, keyNames: keypairs.keyNames, minorOf }),
      ...attachmentRoutes(options),
      ...flavorRoutes(options),
      ...keypairs.routes,
      ...quotaRoutes(options),
      ...hostRoutes(options.hosts),
    },
    refusal: ({ status, message }, { path }) =>
      path.startsWith('/v2.1') ? { [FAULTS[status] ?? 'computeFault']: { code: status, message } } : pageOf(status, message),
  };
}
