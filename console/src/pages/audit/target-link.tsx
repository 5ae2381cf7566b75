import type { Permission } from '@boreal/contract/people/members.ts';
import { linkOptions } from '@tanstack/react-router';
import { useMayDo } from '../../app/account.tsx';
import { LinkAnchor } from '../../parts/page-links.tsx';
import type { Openable } from './audit-target.tsx';

type CustomerKind = Exclude<Openable['kind'], 'host' | 'incident' | 'plan'>;

/** What a page of each kind of object takes to be read. */
const needs: Record<CustomerKind, Permission> = {
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

const pages = {
  account: () => linkOptions({ to: '/console/profile' }),
  api_key: () => linkOptions({ to: '/console/api-keys' }),
  card: () => linkOptions({ to: '/console/billing/payment-methods' }),
  invitation: () => linkOptions({ to: '/console/members' }),
  invoice: (invoiceId) => linkOptions({ to: '/console/billing/invoices/$invoiceId', params: { invoiceId } }),
  mcp_key: (keyId) => linkOptions({ to: '/console/agents/$keyId', params: { keyId } }),
  member: () => linkOptions({ to: '/console/members' }),
  order: (orderId) => linkOptions({ to: '/console/billing/orders/$orderId', params: { orderId } }),
  payment: (paymentId) => linkOptions({ to: '/console/billing/payments/$paymentId', params: { paymentId } }),
  server: (serverId) => linkOptions({ to: '/console/servers/$serverId/{-$tab}', params: { serverId } }),
  ssh_key: () => linkOptions({ to: '/console/ssh-keys' }),
  ticket: (ticketId) => linkOptions({ to: '/console/support/$ticketId', params: { ticketId } }),
} satisfies Record<CustomerKind, (id: string) => object>;

/** Leads a member to what an entry is about. What only operators have is no link. */
export function TargetLink({ kind, id, children }: Openable) {
  return isCustomers(kind) ? (
    <CustomerLink kind={kind} id={id}>
      {children}
    </CustomerLink>
  ) : (
    children
  );
}

function CustomerLink({ kind, id, children }: Openable & { kind: CustomerKind }) {
  if (!useMayDo(needs[kind])) return children;
  return (
    <LinkAnchor {...pages[kind](id)} inherit>
      {children}
    </LinkAnchor>
  );
}

function isCustomers(kind: Openable['kind']): kind is CustomerKind {
  return kind in needs;
}
