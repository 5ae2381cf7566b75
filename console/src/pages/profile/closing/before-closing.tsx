import type { AccountClosing } from '@boreal/contract/account/closing.ts';
import { closingBlockers } from '@boreal/contract/account/closing-sentences.ts';
import { Alert, Card, Checkbox, Group, List, Stack, Text, Title } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { shownOf } from '../../../api/shown-of.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { ExactMoney } from '../../../parts/exact-money.tsx';
import { ReasonedButton } from '../../../parts/reasoned-button.tsx';
import { DownloadData } from '../download-data.tsx';
import { ConfirmClosing } from './confirm-closing.tsx';
import { ClosingServers } from './closing-servers.tsx';
import { useClosingText } from './text.ts';

/** What ends and what stays, and the button. */
export function BeforeClosing({ closing }: { closing: AccountClosing }) {
  const t = useClosingText();
  const { language } = useLanguage();
  const [agreed, setAgreed] = useState('');
  const [asking, setAsking] = useState(false);
  const { blockers, servers } = closing;
  // Agreeing is about the servers that are shown, and what is said of each: anything else is agreed to anew.
  const shown = JSON.stringify(servers.map(shownOf));
  const agrees = servers.length === 0 || agreed === shown;
  const reason = blockers.length > 0 ? t.blocked : agrees ? null : t.agreeFirst;
  return (
    <Stack maw={820} gap="lg">
      {blockers.length > 0 && (
        <Alert color="orange" variant="light" icon={<CircleAlert aria-hidden />} title={t.cannot}>
          {blockers.map((blocker) => (
            <Text key={blocker} size="sm">
              {closingBlockers[blocker][language]}
            </Text>
          ))}
        </Alert>
      )}
      <Card>
        <Stack gap="sm">
          <Title order={2} size="h3">
            {t.servers}
          </Title>
          <ClosingServers servers={servers} />
          {servers.length > 0 && (
            <Checkbox
              label={t.agree(servers.length)}
              checked={agrees}
              onChange={(event) => setAgreed(event.currentTarget.checked ? shown : '')}
            />
          )}
        </Stack>
      </Card>
      <Ends closing={closing} />
      <Stays closing={closing} />
      <Group>
        <ReasonedButton variant="outline" color="red" reason={reason} onClick={() => setAsking(true)}>
          {t.close}
        </ReasonedButton>
      </Group>
      {asking && <ConfirmClosing closing={closing} onClose={() => setAsking(false)} />}
    </Stack>
  );
}

function Ends({ closing }: { closing: AccountClosing }) {
  const t = useClosingText();
  const lines = [
    t.keys(closing.apiKeys, closing.agentKeys),
    t.cards(closing.cards),
    t.automatic,
    t.people(closing.members, closing.invitations),
    ...(closing.sshKeys > 0 ? [t.sshKeys(closing.sshKeys)] : []),
    ...(closing.openTickets > 0 ? [t.tickets(closing.openTickets)] : []),
  ];
  return <Lines title={t.ends} lines={lines} />;
}

function Stays({ closing }: { closing: AccountClosing }) {
  const t = useClosingText();
  const format = useFormats();
  const { credit, refundable, invoices } = closing;
  const left =
    credit === 0 ? (
      t.noCredit
    ) : refundable === 0 ? (
      <ExactMoney cad={credit} told={t.creditNotBought} />
    ) : (
      <ExactMoney cad={credit} told={(money) => t.creditLeft(money, format.money(refundable))} />
    );
  return (
    <Lines title={t.stays} lines={[left, t.invoices(invoices), t.law, t.signInAbout, t.takeAlong]}>
      <Group>
        <DownloadData />
      </Group>
    </Lines>
  );
}

function Lines({ title, lines, children }: { title: string; lines: readonly ReactNode[]; children?: ReactNode }) {
  return (
    <Card>
      <Stack gap="sm">
        <Title order={2} size="h3">
          {title}
        </Title>
        <List size="sm" spacing="xs">
          {lines.map((line, n) => (
            // A list that does not change its order.
            <List.Item key={n}>{line}</List.Item>
          ))}
        </List>
        {children}
      </Stack>
    </Card>
  );
}
