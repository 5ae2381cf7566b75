import type { OperatorPermission } from '@boreal/contract/operator-roles.ts';
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

/** Leads an operator to what an entry is about. */
export function OperatorTargetLink({ kind, id, accountId, children }: Openable & { accountId: string | null }) {
  if (!useOperatorMay(needs[kind])) return children;
  switch (kind) {
    case 'host':
      return (
        <LinkAnchor to="/operator/capacity" inherit>
          {children}
        </LinkAnchor>
      );
    case 'incident':
      return (
        <LinkAnchor to="/operator/incidents/$incidentId" params={{ incidentId: id }} inherit>
          {children}
        </LinkAnchor>
      );
    case 'invoice':
      return (
        <LinkAnchor to="/operator/money/invoices/$invoiceId" params={{ invoiceId: id }} inherit>
          {children}
        </LinkAnchor>
      );
    case 'order':
      return (
        <LinkAnchor to="/operator/money/orders/$orderId" params={{ orderId: id }} inherit>
          {children}
        </LinkAnchor>
      );
    case 'payment':
      return (
        <LinkAnchor to="/operator/money/payments/$paymentId" params={{ paymentId: id }} inherit>
          {children}
        </LinkAnchor>
      );
    case 'plan':
      return (
        <LinkAnchor to="/operator/plans/$planId" params={{ planId: id }} inherit>
          {children}
        </LinkAnchor>
      );
    case 'server':
      return (
        <LinkAnchor to="/operator/servers/$serverId" params={{ serverId: id }} inherit>
          {children}
        </LinkAnchor>
      );
    case 'ticket':
      return (
        <LinkAnchor to="/operator/tickets/$ticketId" params={{ ticketId: id }} inherit>
          {children}
        </LinkAnchor>
      );
    default: {
      const account = kind === 'account' ? id : accountId;
      if (account === null) return children;
      return (
        <LinkAnchor to="/operator/accounts/$accountId" params={{ accountId: account }} inherit>
          {children}
        </LinkAnchor>
      );
    }
  }
}
