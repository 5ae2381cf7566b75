import { decideOperatorRequest } from '@boreal/contract/endpoints/operator/requests.ts';
import { deedInWords } from '@boreal/contract/operator/deed-words.ts';
import { deedPermissions, type OperatorDeed } from '@boreal/contract/operator/deeds.ts';
import type { OperatorRequest } from '@boreal/contract/operator/requests.ts';
import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useMe } from '../../../app/account.tsx';
import { useFormats } from '../../../format/use-formats.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { AccountLink } from '../parts/links.tsx';
import { RoleButton } from '../parts/role-button.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useOperatorApprovalsText } from './text.ts';

type Deciding = 'approve' | 'decline' | 'withdraw';

/** Who requested what and why; for everybody but them, the decision. */
export function RequestCard({ request }: { request: OperatorRequest }) {
  const t = useOperatorApprovalsText();
  const format = useFormats();
  const { language } = useLanguage();
  const me = useMe();
  const id = useId();
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const { deed, accountName, askedBy, askedByName, askedAt, expiresAt } = request;
  const asker = askedBy === null ? t.byCommand : (askedByName ?? '');
  const needs = { needs: deedPermissions[deed.kind] };
  return (
    <Card component="section" aria-labelledby={id}>
      <Stack gap="xs">
        <Title order={3} size="h4" id={id}>
          {deedInWords(deed, { language, cad: format.money })}
        </Title>
        <Group gap="sm">
          {deed.accountId !== null && <AccountLink id={deed.accountId} name={accountName ?? deed.accountId} />}
          <Kind deed={deed} />
        </Group>
        <Details deed={deed} />
        <Text size="sm" c="dimmed">
          {t.byWhom(asker, format.dateTime(askedAt), format.dateTime(expiresAt))}
        </Text>
        {askedBy === me.id ? (
          <>
            <Text size="sm" fw={500}>
              {t.own}
            </Text>
            <Group>
              <RoleButton calls={needs} variant="default" onClick={() => setDeciding('withdraw')}>
                {t.withdraw}
              </RoleButton>
            </Group>
          </>
        ) : (
          <Group>
            <RoleButton calls={needs} onClick={() => setDeciding('approve')}>
              {t.approve}
            </RoleButton>
            <RoleButton calls={needs} variant="default" onClick={() => setDeciding('decline')}>
              {t.decline}
            </RoleButton>
          </Group>
        )}
      </Stack>
      {deciding !== null && <Decision request={request} deciding={deciding} onClose={() => setDeciding(null)} />}
    </Card>
  );
}

function Kind({ deed }: { deed: OperatorDeed }) {
  const words = useOperatorText();
  return deed.kind === 'credit' && <Badge variant="default">{words.creditKind[deed.as]}</Badge>;
}

/** What its title does not say. */
function Details({ deed }: { deed: OperatorDeed }) {
  const t = useOperatorApprovalsText();
  const format = useFormats();
  if ('reason' in deed) return <Text>{deed.reason}</Text>;
  if (deed.kind === 'budget') return null;
  if (deed.kind === 'settlement') return <Text>{deed.servers.map(({ serverId }) => serverId).join(', ')}</Text>;
  const from = deed.validFrom === null ? t.fromApproval : t.from(format.dateTime(deed.validFrom));
  const terms =
    deed.kind === 'price' && deed.monthly !== null && deed.annual !== null
      ? t.committed(format.money(deed.monthly), format.money(deed.annual))
      : null;
  return <Text>{terms === null ? from : `${terms}. ${from}.`}</Text>;
}

interface DecisionProps {
  readonly request: OperatorRequest;
  readonly deciding: Deciding;
  readonly onClose: () => void;
}

function Decision({ request, deciding, onClose }: DecisionProps) {
  const t = useOperatorApprovalsText();
  const format = useFormats();
  const { language } = useLanguage();
  const queryClient = useQueryClient();
  const readAnew = () => queryClient.invalidateQueries({ queryKey: ['operator'] });
  const approving = deciding === 'approve';
  const decide = useMutation({
    mutationFn: () =>
      call(decideOperatorRequest, { params: { requestId: request.id }, body: { decision: approving ? 'approved' : 'declined' } }),
    onSuccess: () => {
      notifyDone(approving ? t.approved : t.declined);
      onClose();
      void readAnew();
    },
  });
  const words = {
    approve: { title: t.approveTitle, text: t.approveText },
    decline: { title: t.declineTitle, text: t.declineText },
    withdraw: { title: t.withdrawTitle, text: t.withdrawText },
  }[deciding];
  return (
    <ConfirmDialog
      opened
      title={words.title}
      text={`${deedInWords(request.deed, { language, cad: format.money })}. ${words.text}`}
      action={t[deciding]}
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
