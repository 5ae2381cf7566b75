import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Time } from '../../../parts/time.tsx';

/** A way to another page of the operators' console. */
export function PageLink({ to, children, label }: { to: string; children: ReactNode; label?: string }) {
  return (
    <Anchor component={Link} to={to} inherit aria-label={label}>
      {children}
    </Anchor>
  );
}

export const accountPath = (id: string) => `/operator/accounts/${id}`;
export const serverPath = (id: string) => `/operator/servers/${id}`;
export const paymentPath = (id: string) => `/operator/money/payments/${id}`;
export const orderPath = (id: string) => `/operator/money/orders/${id}`;
export const invoicePath = (id: string) => `/operator/money/invoices/${id}`;
export const ticketPath = (id: string) => `/operator/tickets/${id}`;
export const planPath = (id: string) => `/operator/plans/${id}`;

export function AccountLink({ id, name }: { id: string; name?: string }) {
  return <PageLink to={accountPath(id)}>{name ?? id}</PageLink>;
}

/** A payment is known by when it was made. */
export function PaymentLink({ id, createdAt }: { id: string; createdAt: string }) {
  return (
    <PageLink to={paymentPath(id)}>
      <Time iso={createdAt} />
    </PageLink>
  );
}

export function ServerLink({ id, name }: { id: string; name?: string }) {
  return <PageLink to={serverPath(id)}>{name ?? id}</PageLink>;
}
