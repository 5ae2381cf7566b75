import { removeCard, setDefaultCard } from '@boreal/contract/endpoints/console/cards.ts';
import type { Card as SavedCard } from '@boreal/contract/billing/payments.ts';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { cardsQuery } from '../../api/cards.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { LinkButton } from '../../parts/page-links.tsx';
import { Queried } from '../../parts/queried.tsx';
import { BillingFrame } from './billing-frame.tsx';
import { useCardName } from './card-name.ts';
import { useBillingText } from './text.ts';

/** The cards that can be charged. */
export function CardsPage() {
  const t = useBillingText();
  const accountId = useAccountId();
  const mayWrite = useMayDo('billing.write');
  const nameOf = useCardName();
  const queryClient = useQueryClient();
  const cards = useQuery(cardsQuery(accountId));
  const [removing, setRemoving] = useState<SavedCard | null>(null);
  const readAgain = () => queryClient.invalidateQueries({ queryKey: [accountId, 'cards'] });
  const choose = useMutation({
    mutationFn: ({ id }: SavedCard) => call(setDefaultCard, { params: { accountId, cardId: id } }),
    onSuccess: async () => {
      await readAgain();
      notifyDone(t.madeDefault);
    },
  });
  const remove = useMutation({
    mutationFn: ({ id }: SavedCard) => call(removeCard, { params: { accountId, cardId: id } }),
    onSuccess: async () => {
      setRemoving(null);
      await readAgain();
      notifyDone(t.cardRemoved);
    },
  });
  const addButton = <LinkButton to="/console/billing/payment-methods/add">{t.addCard}</LinkButton>;
  return (
    <BillingFrame title={t.cardsTitle} about={t.cardsAbout} actions={addButton}>
      {choose.error && <ErrorNotice error={choose.error} />}
      <Queried query={cards}>
        {(saved) => (
          <DataTable
            caption={t.cardsTitle}
            rows={saved}
            rowKey={({ id }) => id}
            empty={<EmptyState title={t.cardsEmptyTitle} text={t.cardsEmptyText} action={addButton} />}
            columns={[
              {
                name: t.card,
                cell: (card) => (
                  <Group gap="xs">
                    <Text>{nameOf(card)}</Text>
                    {card.default && <Badge>{t.defaultCard}</Badge>}
                  </Group>
                ),
              },
              {
                name: t.expires,
                wideOnly: true,
                cell: ({ expMonth, expYear }) => (
                  <span className="figures">{`${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`}</span>
                ),
              },
              {
                name: t.actions,
                align: 'right',
                cell: (card) =>
                  mayWrite && (
                    <Group gap="xs" justify="flex-end">
                      {!card.default && (
                        <Button
                          size="xs"
                          variant="default"
                          loading={choose.isPending && choose.variables.id === card.id}
                          onClick={() => choose.mutate(card)}
                          aria-label={`${t.makeDefault}: ${nameOf(card)}`}
                        >
                          {t.makeDefault}
                        </Button>
                      )}
                      <Button
                        size="xs"
                        variant="outline"
                        color="red"
                        onClick={() => setRemoving(card)}
                        aria-label={`${t.remove}: ${nameOf(card)}`}
                      >
                        {t.remove}
                      </Button>
                    </Group>
                  ),
              },
            ]}
          />
        )}
      </Queried>
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={removing ? t.removeCardTitle(nameOf(removing)) : ''}
        text={
          <Stack gap="xs">
            <span>{t.removeCardText}</span>
            {removing?.default && <span>{t.removeDefaultText}</span>}
          </Stack>
        }
        action={t.remove}
        destructive
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => removing && remove.mutate(removing)}
      />
    </BillingFrame>
  );
}
