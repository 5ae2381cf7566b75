import { backupsRoutes } from '../door/backups.routes.ts';
import { billingRoutes } from '../door/billing.routes.ts';
import { catalogRoutes } from '../door/catalog.routes.ts';
import { discoveryRoutes } from './discovery.routes.ts';
import type { Endpoint } from '../door/endpoint.ts';
import { firewallRoutes } from '../door/firewall.routes.ts';
import { serversRoutes } from '../door/servers.routes.ts';
import { sshKeysRoutes } from '../door/ssh-keys.routes.ts';

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
