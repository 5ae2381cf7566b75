import type { ServerTerms } from '@boreal/contract/servers/console-servers.ts';
import { useMayDo } from '../../app/account.tsx';
import { ChargeAlert } from '../../parts/charge-alert.tsx';
import { LinkButton } from '../../parts/page-links.tsx';
import { useServersText } from './text.ts';

/** What the first charge of an order waits for, on the page shown after ordering. */
export function TermNotice({ terms: { status, payment } }: { terms: ServerTerms }) {
  const t = useServersText();
  const mayRead = useMayDo('billing.read');
  if (status !== 'pending' && status !== 'failed') return null;
  const failed = status === 'failed';
  const text = failed ? t.orderFailed : payment?.status === 'requires_action' ? t.orderProve : t.orderPending;
  return (
    <ChargeAlert failed={failed} mb="md">
      {text}
      {payment !== null && mayRead && (
        <LinkButton to="/console/billing/payments/$paymentId" params={{ paymentId: payment.id }} size="xs" variant="default">
          {t.seePayment}
        </LinkButton>
      )}
    </ChargeAlert>
  );
}
