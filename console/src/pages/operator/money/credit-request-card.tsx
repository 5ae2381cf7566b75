import { decideCreditRequest } from '@boreal/contract/endpoints/operator/credit-requests.ts';
import type { CreditRequest } from '@boreal/contract/operator.ts';
import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useMe } from '../../../app/account.tsx';
import { useFormats } from '../../../format/use-formats.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { AccountLink } from '../parts/links.tsx';
import { RoleButton } from '../parts/role-button.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useOperatorMoneyText } from './text.ts';

/** Who requested which credit and why; for everybody but them, the decision. */
export function CreditRequestCard({ request }: { request: CreditRequest }) {
  const t = useOperatorMoneyText();
  const words = useOperatorText();
  const format = useFormats();
  const me = useMe();
  const id = useId();
  const [deciding, setDeciding] = useState<'approved' | 'refused' | null>(null);
  const giving = request.direction === 'give';
  const amount = format.money(request.amount);
  const asker = request.askedBy === null ? t.creditByCommand : (request.askedByName ?? '');
  return (
    <Card component="section" aria-labelledby={id}>
      <Stack gap="xs">
        <Title order={2} size="h4" id={id}>
          {giving ? t.creditGive(amount) : t.creditTake(amount)}
        </Title>
        <Group gap="sm">
          <AccountLink id={request.accountId} name={request.accountName} />
          {giving && <Badge variant="default">{words.creditKind[request.as]}</Badge>}
        </Group>
        <Text>{request.reason}</Text>
        <Text size="sm" c="dimmed">
          {t.creditAskedBy(asker, format.dateTime(request.askedAt))}
        </Text>
        {request.askedBy === me.id ? (
          <Text size="sm" fw={500}>
            {t.creditOwn}
          </Text>
        ) : (
          <Group>
            <RoleButton calls={decideCreditRequest} onClick={() => setDeciding('approved')}>
              {t.creditApprove}
            </RoleButton>
            <RoleButton calls={decideCreditRequest} variant="default" onClick={() => setDeciding('refused')}>
              {t.creditRefuse}
            </RoleButton>
          </Group>
        )}
      </Stack>
      {deciding !== null && <Decision request={request} decision={deciding} onClose={() => setDeciding(null)} />}
    </Card>
  );
}

interface DecisionProps {
  readonly request: CreditRequest;
  readonly decision: 'approved' | 'refused';
  readonly onClose: () => void;
}

function Decision({ request, decision, onClose }: DecisionProps) {
  const t = useOperatorMoneyText();
  const format = useFormats();
  const queryClient = useQueryClient();
  const readAnew = () => queryClient.invalidateQueries({ queryKey: ['operator'] });
  const decide = useMutation({
    mutationFn: () => call(decideCreditRequest, { params: { approvalId: request.id }, body: { decision } }),
    onSuccess: () => {
      notifyDone(decision === 'approved' ? t.creditApproved : t.creditRefused);
      onClose();
      void readAnew();
    },
  });
  const approving = decision === 'approved';
  const willMove = request.direction === 'give' ? t.creditApproveGive : t.creditApproveTake;
  return (
    <ConfirmDialog
      opened
      title={approving ? t.creditApproveTitle : t.creditRefuseTitle}
      text={approving ? willMove(format.money(request.amount), request.accountName) : t.creditRefuseText}
      action={approving ? t.creditApprove : t.creditRefuse}
      busy={decide.isPending}
      error={decide.error}
      onConfirm={() => decide.mutate()}
      onClose={() => {
        onClose();
        // A refusal means that the list is out of date: somebody else has decided meanwhile.
        if (decide.isError) void readAnew();
      }}
    />
  );
}
