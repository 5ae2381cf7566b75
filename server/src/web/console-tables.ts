import { CHANGES, READS } from '@boreal/contract/api/console-rows.ts';
import type { CustomerCtx } from '../core/ground/ctx.ts';
import { backupsRoutes } from '../door/backups.routes.ts';
import { billingRoutes } from '../door/billing.routes.ts';
import { catalogRoutes } from '../door/catalog.routes.ts';
import type { Endpoint } from '../door/endpoint.ts';
import type { OperatorCtx } from '../door/operator-ctx.ts';
import { firewallRoutes } from '../door/firewall.routes.ts';
import { serversRoutes as restServersRoutes } from '../door/servers.routes.ts';
import { sshKeysRoutes } from '../door/ssh-keys.routes.ts';
import { accountRoutes } from './account.routes.ts';
import { agentsRoutes } from './agents.routes.ts';
import { membersRoutes } from './members.routes.ts';
import { accountEndRoutes } from './operator/account-end.routes.ts';
import { accountsRoutes } from './operator/accounts.routes.ts';
import { capacityRoutes } from './operator/capacity.routes.ts';
import { catalogRoutes as operatorCatalogRoutes } from './operator/catalog.routes.ts';
import { houseRoutes } from './operator/house.routes.ts';
import { incidentsRoutes } from './operator/incidents.routes.ts';
import { operatorsRoutes } from './operator/operators.routes.ts';
import { oversightRoutes } from './operator/oversight.routes.ts';
import { paymentsRoutes as operatorPaymentsRoutes } from './operator/payments.routes.ts';
import { requestsRoutes } from './operator/requests.routes.ts';
import { serversRoutes as operatorServersRoutes } from './operator/servers.routes.ts';
import { shopRoutes } from './operator/shop.routes.ts';
import { supportRoutes } from './operator/support.routes.ts';
import { paymentsRoutes } from './payments.routes.ts';
import { backupOptionRoutes, descriptionRoutes, serversRoutes } from './servers.routes.ts';
import { planFactsRoutes } from './plan-facts.routes.ts';
import { stockAlertsRoutes } from './stock-alerts.routes.ts';
import { ticketsRoutes } from './tickets.routes.ts';

/** What keys do through REST, people do here: the same rows, with the console's rate limits. */
const shared = [...catalogRoutes, ...restServersRoutes, ...firewallRoutes, ...backupsRoutes, ...sshKeysRoutes, ...billingRoutes]
  // Documents are the same for everybody: a console reads them where REST serves them.
  .filter(({ work }) => work.kind === 'operation')
  .filter(({ name }) => serversRoutes.every((own) => own.name !== name))
  .map((endpoint) => ({ ...endpoint, limit: endpoint.method === 'GET' ? READS : CHANGES }));

/** What members of an account may call, each according to their role. */
export const customerEndpoints: readonly Endpoint<CustomerCtx>[] = [
  ...shared,
  ...serversRoutes,
  ...descriptionRoutes,
  ...backupOptionRoutes,
  ...planFactsRoutes,
  ...stockAlertsRoutes,
  ...accountRoutes,
  ...agentsRoutes,
  ...paymentsRoutes,
  ...membersRoutes,
  ...ticketsRoutes,
];

/** What only operators may call. */
export const operatorEndpoints: readonly Endpoint<OperatorCtx>[] = [
  ...accountsRoutes,
  ...accountEndRoutes,
  ...requestsRoutes,
  ...operatorServersRoutes,
  ...capacityRoutes,
  ...operatorCatalogRoutes,
  ...shopRoutes,
  ...operatorPaymentsRoutes,
  ...houseRoutes,
  ...oversightRoutes,
  ...supportRoutes,
  ...operatorsRoutes,
  ...incidentsRoutes,
];
