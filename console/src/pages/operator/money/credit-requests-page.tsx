import { decideCreditRequest } from '@boreal/contract/endpoints/operator/credit-requests.ts';
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreditRequest } from '@boreal/contract/operator.ts';
import { call } from '../../../api/call.ts';
import { creditRequestsQuery } from '../../../api/operator/accounts.ts';
import { useMe } from '../../../app/account.tsx';
import { useFormats } from '../../../format/use-formats.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { Queried } from '../../../parts/queried.tsx';
import { ReasonedButton } from '../../../parts/reasoned-button.tsx';
import { MoneyHeader } from './money-header.tsx';
import { useOperatorMoneyText } from './text.ts';

/** Credit that one operator has asked for, and another decides on. */
export function CreditRequestsPage() {
  const t = useOperatorMoneyText();
  const requests = useQuery(creditRequestsQuery);
  return (
    <>
      <MoneyHeader part="credit" about={t.creditAbout} />
      <Queried query={requests}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t.creditNone} text={t.creditNoneText} />
          ) : (
            <Stack maw={820}>
              {all.map((request) => (
                <Request key={request.id} request={request} />
              ))}
            </Stack>
          )
        }
      </Queried>
    </>
  );
}

function Request({ request }: { request: CreditRequest }) {
  const t = useOperatorMoneyText();
  const format = useFormats();
  const me = useMe();
  const queryClient = useQueryClient();
  const decide = useMutation({
    mutationFn: (decision: 'approved' | 'refused') => call(decideCreditRequest, { params: { approvalId: request.id }, body: { decision } }),
    onSuccess: async () => {
      notifyDone(t.creditDecided);
      await queryClient.invalidateQueries({ queryKey: ['operator'] });
    },
  });
  const own = request.askedBy === me.id ? t.creditOwn : null;
  const words = request.direction === 'give' ? t.creditGive : t.creditTake;
  return (
    <Card component="section">
      <Stack gap="xs">
        <Text fw={600}>{words(format.money(request.amount), request.accountName)}</Text>
        <Text size="sm">{request.reason}</Text>
        <Text size="sm" c="dimmed">
          {t.creditAskedBy(request.askedBy === null ? t.creditByCommand : (request.askedByName ?? ''), format.dateTime(request.askedAt))}
        </Text>
        {decide.error !== null && <ErrorNotice error={decide.error} />}
        <Group>
          <ReasonedButton reason={own} loading={decide.isPending} onClick={() => decide.mutate('approved')}>
            {t.creditApprove}
          </ReasonedButton>
          <Button variant="default" disabled={own !== null || decide.isPending} onClick={() => decide.mutate('refused')}>
            {t.creditRefuse}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
