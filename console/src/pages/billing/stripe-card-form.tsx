import { addCard, finishCard } from '@boreal/contract/endpoints/console/charges.ts';
import type { Card as SavedCard } from '@boreal/contract/billing/payments.ts';
import { Box, Button, Card, Stack, Text, useComputedColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { useAccountId } from '../../app/account.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { loadStripe, StripeMissing, type StripeBrowser, type StripeElements } from './load-stripe.ts';
import { useBillingText } from './text.ts';

interface Form {
  readonly cardId: string;
  readonly stripe: StripeBrowser;
  readonly elements: StripeElements;
}

/** Stripe's own form: what is typed in it goes to Stripe, and no script of ours can read it. */
export function StripeCardForm({ publishableKey, onSaved }: { publishableKey: string; onSaved: (card: SavedCard) => Promise<void> }) {
  const t = useBillingText();
  const accountId = useAccountId();
  const { language } = useLanguage();
  const dark = useComputedColorScheme('light') === 'dark';
  const place = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<Form | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { mutate: open, error: openError } = useMutation({
    mutationFn: async () => {
      const stripe = await loadStripe(publishableKey);
      const { cardId, clientSecret } = await call(addCard, { params: { accountId } });
      const elements = stripe.elements({
        clientSecret,
        locale: language === 'fr' ? 'fr-CA' : 'en',
        appearance: { theme: dark ? 'night' : 'stripe' },
      });
      const element = elements.create('payment');
      element.on('ready', () => setForm({ cardId, stripe, elements }));
      if (place.current !== null) element.mount(place.current);
    },
  });
  // Once: a form that is being filled in is not recreated, whatever changes around it.
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    open();
  }, [open]);
  const save = useMutation({
    mutationFn: async ({ cardId, stripe, elements }: Form) => {
      const { error } = await stripe.confirmSetup({ elements, redirect: 'if_required' });
      if (error) return setRefusal(error.message ?? t.cardNotSaved);
      const { card } = await call(finishCard, { params: { accountId, cardId } });
      if (card === null) return setRefusal(t.cardNotSaved);
      await onSaved(card);
    },
  });
  return (
    <Card maw={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setRefusal(null);
          if (form) save.mutate(form);
        }}
      >
        <Stack>
          {openError && (openError instanceof StripeMissing ? <ProblemNotice text={t.stripeMissing} /> : <ErrorNotice error={openError} />)}
          {form === null && !openError && (
            <Text role="status" c="dimmed">
              {t.stripeLoading}
            </Text>
          )}
          <Box ref={place} />
          {refusal !== null && <ProblemNotice text={refusal} />}
          {save.error && <ErrorNotice error={save.error} />}
          <Button type="submit" loading={save.isPending} disabled={form === null}>
            {t.saveCard}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
