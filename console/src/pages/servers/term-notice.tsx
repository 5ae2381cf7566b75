import type { ServerTerms } from '@boreal/contract/console.ts';
import { Alert, Stack } from '@mantine/core';
import { CircleAlert, Info } from 'lucide-react';
import { useMayDo } from '../../app/account.tsx';
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
    <Alert
      role={failed ? 'alert' : 'status'}
      variant="light"
      color={failed ? 'red' : 'blue'}
      icon={failed ? <CircleAlert aria-hidden /> : <Info aria-hidden />}
      mb="md"
    >
      <Stack gap="xs" align="flex-start">
        {text}
        {payment !== null && mayRead && (
          <LinkButton to="/console/billing/payments/$paymentId" params={{ paymentId: payment.id }} size="xs" variant="default">
            {t.seePayment}
          </LinkButton>
        )}
      </Stack>
    </Alert>
  );
}
