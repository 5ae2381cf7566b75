import type { RegionInfo } from '@boreal/contract/catalog.ts';
import type { Region } from '@boreal/contract/servers.ts';

/** The default region of requests. */
export const DEFAULT_REGION = 'canada-montreal' satisfies Region;

export const regions = [
  {
    id: DEFAULT_REGION,
    name: 'Montréal, Québec',
    country: 'CA',
    province: 'QC',
    timezone: 'America/Toronto',
    default: true,
    available: true,
    features: { spot: true, backups: true, ipv6: true },
  },
] as const satisfies readonly RegionInfo[];
