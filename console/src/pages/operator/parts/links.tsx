import { LinkAnchor } from '../../../parts/page-links.tsx';
import { Time } from '../../../parts/time.tsx';

export function AccountLink({ id, name }: { id: string; name?: string }) {
  return (
    <LinkAnchor to="/operator/accounts/$accountId" params={{ accountId: id }} inherit>
      {name ?? id}
    </LinkAnchor>
  );
}

/** A payment is identified by when it was made. */
export function PaymentLink({ id, createdAt }: { id: string; createdAt: string }) {
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
