import { addCard, enterSandboxCard } from '@boreal/contract/endpoints/console/charges.ts';
import { SandboxCard, type Card as SavedCard } from '@boreal/contract/billing/payments.ts';
import { Alert, Button, Card, Radio, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useAccountId } from '../../app/account.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useBillingText } from './text.ts';

/** Chooses a test card by its behaviour. */
export function SandboxCardForm({ onSaved }: { onSaved: (card: SavedCard) => Promise<void> }) {
  const t = useBillingText();
  const accountId = useAccountId();
  const [kind, setKind] = useState<SandboxCard>('visa');
  const save = useMutation({
    mutationFn: async () => {
      const { cardId } = await call(addCard, { params: { accountId } });
      const { card } = await call(enterSandboxCard, { params: { accountId, cardId }, body: { card: kind } });
      if (card !== null) await onSaved(card);
      return card;
    },
  });
  return (
    <Card maw={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack>
          <Alert variant="light" color="blue" icon={<FlaskConical aria-hidden />} title={t.sandboxTitle}>
            {t.sandboxText}
          </Alert>
          <Radio.Group label={t.testCard} value={kind} onChange={(value) => setKind(SandboxCard.parse(value))}>
            <Stack gap="xs" mt="xs">
              {SandboxCard.options.map((one) => (
                <Radio key={one} value={one} label={t.testCards[one]} />
              ))}
            </Stack>
          </Radio.Group>
          {save.error && <ErrorNotice error={save.error} />}
          {save.data === null && <ProblemNotice text={t.cardNotSaved} />}
          <Button type="submit" loading={save.isPending}>
            {t.saveCard}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
