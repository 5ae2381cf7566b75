import type { Tool } from './tool.ts';
import { createTicket } from './tools/account/create-ticket.tool.ts';
import { getProfile } from './tools/account/get-profile.tool.ts';
import { listTickets } from './tools/account/list-tickets.tool.ts';
import { replyTicket } from './tools/account/reply-ticket.tool.ts';
import { updateProfile } from './tools/account/update-profile.tool.ts';
import { whoami } from './tools/account/whoami.tool.ts';
import { addPaymentMethod } from './tools/billing/add-payment-method.tool.ts';
import { createOrder } from './tools/billing/create-order.tool.ts';
import { getAutoReload } from './tools/billing/get-auto-reload.tool.ts';
import { getBalance } from './tools/billing/get-balance.tool.ts';
import { getBudget } from './tools/billing/get-budget.tool.ts';
import { getInvoice } from './tools/billing/get-invoice.tool.ts';
import { getOrder } from './tools/billing/get-order.tool.ts';
import { getPaymentMethod } from './tools/billing/get-payment-method.tool.ts';
import { getServerUsage } from './tools/billing/get-server-usage.tool.ts';
import { listInvoices } from './tools/billing/list-invoices.tool.ts';
import { listOrders } from './tools/billing/list-orders.tool.ts';
import { listTransactions } from './tools/billing/list-transactions.tool.ts';
import { quoteOrder } from './tools/billing/quote-order.tool.ts';
import { setAutoReload } from './tools/billing/set-auto-reload.tool.ts';
import { setBudget } from './tools/billing/set-budget.tool.ts';
import { topupCredits } from './tools/billing/topup-credits.tool.ts';
import { getProduct } from './tools/catalog/get-product.tool.ts';
import { getStock } from './tools/catalog/get-stock.tool.ts';
import { listImages } from './tools/catalog/list-images.tool.ts';
import { listProducts } from './tools/catalog/list-products.tool.ts';
import { listRegions } from './tools/catalog/list-regions.tool.ts';
import { listTemplates } from './tools/catalog/list-templates.tool.ts';
import { addFirewallRule } from './tools/servers/add-firewall-rule.tool.ts';
import { cancelServer } from './tools/servers/cancel-server.tool.ts';
import { createServerBackup } from './tools/servers/create-server-backup.tool.ts';
import { createServer } from './tools/servers/create-server.tool.ts';
import { deleteFirewallRule } from './tools/servers/delete-firewall-rule.tool.ts';
import { deleteServer } from './tools/servers/delete-server.tool.ts';
import { getConsoleUrl } from './tools/servers/get-console-url.tool.ts';
import { getServerMetrics } from './tools/servers/get-server-metrics.tool.ts';
import { getServer } from './tools/servers/get-server.tool.ts';
import { hibernateServer } from './tools/servers/hibernate-server.tool.ts';
import { listFirewallRules } from './tools/servers/list-firewall-rules.tool.ts';
import { listServerBackups } from './tools/servers/list-server-backups.tool.ts';
import { listServerSnapshots } from './tools/servers/list-server-snapshots.tool.ts';
import { listServerVolumes } from './tools/servers/list-server-volumes.tool.ts';
import { listServers } from './tools/servers/list-servers.tool.ts';
import { quoteServer } from './tools/servers/quote-server.tool.ts';
import { rebootServer } from './tools/servers/reboot-server.tool.ts';
import { renewServer } from './tools/servers/renew-server.tool.ts';
import { restoreServerBackup } from './tools/servers/restore-server-backup.tool.ts';
import { restoreServer } from './tools/servers/restore-server.tool.ts';
import { setServerBackupPolicy } from './tools/servers/set-server-backup-policy.tool.ts';
import { startServer } from './tools/servers/start-server.tool.ts';
import { stopServer } from './tools/servers/stop-server.tool.ts';
import { addSshKey } from './tools/ssh-keys/add-ssh-key.tool.ts';
import { deleteSshKey } from './tools/ssh-keys/delete-ssh-key.tool.ts';
import { generateSshKey } from './tools/ssh-keys/generate-ssh-key.tool.ts';
import { listSshKeys } from './tools/ssh-keys/list-ssh-keys.tool.ts';

/** Every tool, in the order of the specification's table. */
export const tools: readonly Tool[] = [
  listProducts,
  getProduct,
  getStock,
  listRegions,
  listImages,
  listTemplates,

  listServers,
  getServer,
  quoteServer,
  createServer,
  startServer,
  restoreServer,
  stopServer,
  rebootServer,
  hibernateServer,
  deleteServer,
  cancelServer,
  renewServer,
  getConsoleUrl,
  getServerMetrics,
  listServerVolumes,
  listServerSnapshots,
  listFirewallRules,
  addFirewallRule,
  deleteFirewallRule,
  listServerBackups,
  createServerBackup,
  restoreServerBackup,
  setServerBackupPolicy,

  listSshKeys,
  addSshKey,
  generateSshKey,
  deleteSshKey,

  getServerUsage,
  getBalance,
  listTransactions,
  listInvoices,
  getInvoice,
  topupCredits,
  getPaymentMethod,
  addPaymentMethod,
  getAutoReload,
  setAutoReload,
  listOrders,
  getOrder,
  quoteOrder,
  createOrder,
  getBudget,
  setBudget,

  whoami,
  getProfile,
  updateProfile,
  listTickets,
  createTicket,
  replyTicket,
];

export const toolsByName: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.name, tool]));
