import type { Permission } from '@boreal/contract/members.ts';
import { useMayDo } from '../../app/account.tsx';
import { LinkAnchor } from '../../parts/page-links.tsx';
import type { Openable } from './audit-target.tsx';

/** What a page of each kind of object takes to be read; what has none is no customer's. */
const needs: Partial<Record<Openable['kind'], Permission>> = {
  account: 'profile.read',
  api_key: 'keys.read',
  card: 'billing.read',
  invitation: 'members.read',
  invoice: 'billing.read',
  mcp_key: 'keys.read',
  member: 'members.read',
  order: 'billing.read',
  payment: 'billing.read',
  server: 'servers.read',
  ssh_key: 'servers.read',
  ticket: 'tickets.read',
};

/** Leads a member to what an entry is about. */
export function TargetLink({ kind, id, children }: Openable) {
  const may = useMayDo(needs[kind] ?? 'account.write');
  if (!may) return children;
  switch (kind) {
    case 'account':
      return (
        <LinkAnchor to="/console/profile" inherit>
          {children}
        </LinkAnchor>
      );
    case 'api_key':
      return (
        <LinkAnchor to="/console/api-keys" inherit>
          {children}
        </LinkAnchor>
      );
    case 'mcp_key':
      return (
        <LinkAnchor to="/console/agents/$keyId" params={{ keyId: id }} inherit>
          {children}
        </LinkAnchor>
      );
    case 'card':
      return (
        <LinkAnchor to="/console/billing/payment-methods" inherit>
          {children}
        </LinkAnchor>
      );
    case 'invitation':
    case 'member':
      return (
        <LinkAnchor to="/console/members" inherit>
          {children}
        </LinkAnchor>
      );
    case 'invoice':
      return (
        <LinkAnchor to="/console/billing/invoices/$invoiceId" params={{ invoiceId: id }} inherit>
          {children}
        </LinkAnchor>
      );
    case 'order':
      return (
        <LinkAnchor to="/console/billing/orders/$orderId" params={{ orderId: id }} inherit>
          {children}
        </LinkAnchor>
      );
    case 'payment':
      return (
        <LinkAnchor to="/console/billing/payments/$paymentId" params={{ paymentId: id }} inherit>
          {children}
        </LinkAnchor>
      );
    case 'server':
      return (
        <LinkAnchor to="/console/servers/$serverId/{-$tab}" params={{ serverId: id }} inherit>
          {children}
        </LinkAnchor>
      );
    case 'ssh_key':
      return (
        <LinkAnchor to="/console/ssh-keys" inherit>
          {children}
        </LinkAnchor>
      );
    case 'ticket':
      return (
        <LinkAnchor to="/console/support/$ticketId" params={{ ticketId: id }} inherit>
          {children}
        </LinkAnchor>
      );
    default:
      return children;
  }
}
