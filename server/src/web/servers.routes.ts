import * as rows from '@boreal/contract/endpoints/console/servers.ts';
import * as backupOptionRows from '@boreal/contract/endpoints/console/backup-option.ts';
import * as descriptionRows from '@boreal/contract/endpoints/console/server-descriptions.ts';
import { siteLinks } from '@boreal/contract/words/links.ts';
import { quoteBackupOption } from '../core/fleet/backups/quote-backup-option.ts';
import { getServerBudget } from '../core/fleet/servers/views/get-server-budget.ts';
import { setServerBudget } from '../core/fleet/servers/set-server-budget.ts';
import { makeConsoleLink } from '../core/fleet/servers/console/console-link.ts';
import { actOnServer } from '../core/fleet/lifecycle/change/act-on-server.ts';
import { createServer } from '../core/fleet/lifecycle/create/create-server.ts';
import { deleteAsShown } from '../core/commerce/orders/delete-as-shown.ts';
import { getConsoleServer } from '../core/commerce/orders/get-console-server.ts';
import { listServerStakes } from '../core/commerce/orders/list-server-stakes.ts';
import { describeServer } from '../core/fleet/servers/descriptions/describe-server.ts';
import { listServerLoads } from '../core/fleet/servers/views/list-server-loads.ts';
import { listServerStates } from '../core/fleet/servers/views/list-server-states.ts';
import { bind } from '../door/bind.ts';
import { microsOrNull } from '../core/money/budgets/tell-account-budget.ts';

/** What only people do with servers; if REST has a row of the same name, this one returns more. */
export const serversRoutes = bind(rows, {
  createServer: (ctx, { body }) => createServer(ctx, body),
  actOnServer: (ctx, { params: { id }, body }) => actOnServer(ctx, { serverId: id, ...body }),
  deleteServer: (ctx, { params: { id }, body }) => deleteAsShown(ctx, { serverId: id, ...body }),
  getServer: (ctx, { params: { id } }) => getConsoleServer(ctx, { serverId: id }),
  listServerStates: (ctx) => listServerStates(ctx),
  listServerStakes: (ctx, { query }) => listServerStakes(ctx, query),
  listServerLoads: (ctx, _request, { engines }) => listServerLoads(ctx, engines),
  setServerBudget: async (ctx, { params: { id }, body: { monthlyLimit } }) => {
    await setServerBudget(ctx, { serverId: id, monthLimitMicros: microsOrNull(monthlyLimit) });
    return getServerBudget(ctx, { serverId: id });
  },
  createConsoleLink: async (ctx, { params: { id } }, { siteUrl }) => {
    const { token, expiresAt } = await makeConsoleLink(ctx, { serverId: id });
    return { url: siteLinks(siteUrl).serialConsole(token), expiresAt: expiresAt.toISOString() };
  },
});

/** How people name and label their servers. */
export const descriptionRoutes = bind(descriptionRows, {
  describeServer: (ctx, { params: { id }, body }) => describeServer(ctx, { ...body, serverId: id }),
});

/** What the console asks before backups are turned on. */
export const backupOptionRoutes = bind(backupOptionRows, {
  quoteBackupOption: (ctx, { params: { id } }) => quoteBackupOption(ctx, { serverId: id }),
});
