import { backupsRoutes } from './backups.routes.ts';
import { billingRoutes } from './billing.routes.ts';
import { catalogRoutes } from './catalog.routes.ts';
import { discoveryRoutes } from './discovery.routes.ts';
import type { Endpoint } from './endpoint.ts';
import { firewallRoutes } from './firewall.routes.ts';
import { serversRoutes } from './servers.routes.ts';
import { sshKeysRoutes } from './ssh-keys.routes.ts';

/** Every endpoint of the REST door, in the order of the specification's tables. */
export const endpoints: readonly Endpoint[] = [
  ...catalogRoutes,
  ...serversRoutes,
  ...firewallRoutes,
  ...backupsRoutes,
  ...sshKeysRoutes,
  ...billingRoutes,
  ...discoveryRoutes,
];
