import type { OperatorPermission } from '@boreal/contract/operator/roles.ts';
import { linkOptions } from '@tanstack/react-router';
import { useOperatorMay } from '../../../app/operator-role.ts';
import { LinkAnchor } from '../../../parts/page-links.tsx';
import type { Openable } from '../../audit/audit-target.tsx';

/** What a page of each kind of object takes to be read; people and their keys are on their account's. */
const needs: Record<Openable['kind'], OperatorPermission> = {
  account: 'customers.read',
  api_key: 'customers.read',
  card: 'customers.read',
  host: 'fleet.read',
  incident: 'status.read',
  invitation: 'customers.read',
  invoice: 'payments.read',
  mcp_key: 'customers.read',
  member: 'customers.read',
  order: 'payments.read',
  payment: 'payments.read',
  plan: 'catalog.read',
  server: 'servers.read',
  ssh_key: 'customers.read',
  ticket: 'tickets.read',
};

/** Those of the kinds that have one of their own. */
const pages = {
  host: () => linkOptions({ to: '/operator/capacity' }),
  incident: (incidentId) => linkOptions({ to: '/operator/incidents/$incidentId', params: { incidentId } }),
  invoice: (invoiceId) => linkOptions({ to: '/operator/money/invoices/$invoiceId', params: { invoiceId } }),
  order: (orderId) => linkOptions({ to: '/operator/money/orders/$orderId', params: { orderId } }),
  payment: (paymentId) => linkOptions({ to: '/operator/money/payments/$paymentId', params: { paymentId } }),
  plan: (planId) => linkOptions({ to: '/operator/plans/$planId', params: { planId } }),
  server: (serverId) => linkOptions({ to: '/operator/servers/$serverId', params: { serverId } }),
  ticket: (ticketId) => linkOptions({ to: '/operator/tickets/$ticketId', params: { ticketId } }),
} satisfies Partial<Record<Openable['kind'], (id: string) => object>>;

/** Leads an operator to what an entry is about. */
export function OperatorTargetLink({ kind, id, accountId, children }: Openable & { accountId: string | null }) {
  if (!useOperatorMay(needs[kind])) return children;
  const page = hasPage(kind) ? pages[kind](id) : accountPage(kind === 'account' ? id : accountId);
  if (page === null) return children;
  return (
    <LinkAnchor {...page} inherit>
      {children}
    </LinkAnchor>
  );
}

function accountPage(accountId: string | null) {
  return accountId === null ? null : linkOptions({ to: '/operator/accounts/$accountId', params: { accountId } });
}

function hasPage(kind: Openable['kind']): kind is keyof typeof pages {
  return kind in pages;
}
