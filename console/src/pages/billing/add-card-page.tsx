import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Card } from '@boreal/contract/billing/payments.ts';
import { cardProviderQuery } from '../../api/cards.ts';
import { useAccountId } from '../../app/account.tsx';
import { useNext } from '../../app/use-next.ts';
import { notifyDone } from '../../parts/notify.ts';
import { Queried } from '../../parts/queried.tsx';
import { BillingFrame } from './billing-frame.tsx';
import { useCardName } from './card-name.ts';
import { SandboxCardForm } from './sandbox-card-form.tsx';
import { StripeCardForm } from './stripe-card-form.tsx';
import { useBillingText } from './text.ts';

/** Adds a card: in Stripe's own form, or one of the sandbox's, which have no numbers. */
export function AddCardPage() {
  const t = useBillingText();
  const accountId = useAccountId();
  const nameOf = useCardName();
  const navigate = useNavigate();
  const next = useNext();
  const queryClient = useQueryClient();
  const provider = useQuery(cardProviderQuery(accountId));
  const done = async (card: Card) => {
    await queryClient.invalidateQueries({ queryKey: [accountId, 'cards'], refetchType: 'all' });
    notifyDone(t.cardSaved(nameOf(card)));
    if (next === undefined) await navigate({ to: '/console/billing/payment-methods' });
    else await navigate({ href: next });
  };
  return (
    <BillingFrame title={t.addCard} about={t.addCardAbout}>
      <Queried query={provider}>
        {({ provider: name, publishableKey }) =>
          name === 'sandbox' ? <SandboxCardForm onSaved={done} /> : <StripeCardForm publishableKey={publishableKey ?? ''} onSaved={done} />
        }
      </Queried>
    </BillingFrame>
  );
}
