import { useOperatorMay } from '../../../app/operator-role.ts';
import { LinkAnchor } from '../../../parts/page-links.tsx';
import { Time } from '../../../parts/time.tsx';

export function AccountLink({ id, name }: { id: string; name?: string }) {
  if (!useOperatorMay('customers.read')) return name ?? id;
  return (
    <LinkAnchor to="/operator/accounts/$accountId" params={{ accountId: id }} inherit>
      {name ?? id}
    </LinkAnchor>
  );
}

/** A payment is identified by when it was made. */
export function PaymentLink({ id, createdAt }: { id: string; createdAt: string }) {
  if (!useOperatorMay('payments.read')) return <Time iso={createdAt} />;
  return (
    <LinkAnchor to="/operator/money/payments/$paymentId" params={{ paymentId: id }} inherit>
      <Time iso={createdAt} />
    </LinkAnchor>
  );
}

export function ServerLink({ id, name }: { id: string; name?: string }) {
  return (
    <LinkAnchor to="/operator/servers/$serverId" params={{ serverId: id }} inherit>
      {name ?? id}
    </LinkAnchor>
  );
}

export function OrderLink({ id, name }: { id: string; name?: string }) {
  if (!useOperatorMay('payments.read')) return name ?? id;
  return (
    <LinkAnchor to="/operator/money/orders/$orderId" params={{ orderId: id }} inherit>
      {name ?? id}
    </LinkAnchor>
  );
}

export function InvoiceLink({ id, name }: { id: string; name: string }) {
  if (!useOperatorMay('payments.read')) return name;
  return (
    <LinkAnchor to="/operator/money/invoices/$invoiceId" params={{ invoiceId: id }} inherit>
      {name}
    </LinkAnchor>
  );
}

export function PlanLink({ id, name }: { id: string; name?: string }) {
  return (
    <LinkAnchor to="/operator/plans/$planId" params={{ planId: id }} inherit>
      {name ?? id}
    </LinkAnchor>
  );
}
