import { operatorMay, type OperatorPermission } from '@boreal/contract/operator/roles.ts';
import type { OperatorOverview } from '@boreal/contract/operator/oversight.ts';
import { Card, List, Text, ThemeIcon } from '@mantine/core';
import { Check, TriangleAlert } from 'lucide-react';
import { useMe } from '../../../app/account.tsx';
import type { PagePath } from '../../../app/nav-entry.ts';
import { LinkAnchor } from '../../../parts/page-links.tsx';
import { Section } from '../parts/section.tsx';
import { useOperatorOverviewText } from './text.ts';

/** What needs the attention of somebody in this role, each with a link. */
export function Attention({ house }: { house: OperatorOverview }) {
  const t = useOperatorOverviewText();
  const { operatorRole: role } = useMe();
  const { hosts, mail, stuck, servers, sellerGaps } = house;
  const numbers = sellerGaps.filter((gap) => gap.endsWith('_number'));
  const inError = servers.find(({ status }) => status === 'ERROR')?.count ?? 0;
  const all: { count: number; text: (count: number) => string; to: PagePath; needs: OperatorPermission }[] = [
    { count: house.ticketsWaiting, text: t.ticketsWait, to: '/operator/tickets', needs: 'tickets.read' },
    { count: house.requests, text: t.requestsWait, to: '/operator/approvals', needs: 'requests.read' },
    { count: hosts.silent, text: t.hostsSilent, to: '/operator/capacity', needs: 'fleet.read' },
    { count: hosts.offline, text: t.hostsOffline, to: '/operator/capacity', needs: 'fleet.read' },
    { count: house.gpus.aside, text: t.gpusAside, to: '/operator/capacity', needs: 'fleet.read' },
    { count: hosts.draining, text: t.hostsDrain, to: '/operator/capacity', needs: 'fleet.read' },
    { count: inError, text: t.serversInError, to: '/operator/servers', needs: 'servers.read' },
    { count: Object.values(stuck).reduce((sum, count) => sum + count, 0), text: t.stuckWork, to: '/operator/jobs', needs: 'overview.read' },
    { count: mail.givenUp, text: t.mailGivenUp, to: '/operator/mail', needs: 'mail.read' },
    { count: sellerGaps.length - numbers.length, text: () => t.sellerUnsaid, to: '/operator/money/company', needs: 'books.read' },
    { count: numbers.length, text: () => t.taxNumbersUnsaid, to: '/operator/money/taxes', needs: 'books.read' },
  ];
  const told = all.filter(({ count, needs }) => count > 0 && role !== null && operatorMay(role, needs));
  return (
    <Section title={t.attention}>
      <Card>
        {told.length === 0 ? (
          <Text>
            <ThemeIcon variant="light" size="sm" mr="xs" radius="xl" aria-hidden>
              <Check size={14} />
            </ThemeIcon>
            {t.allWell}
          </Text>
        ) : (
          <List
            spacing="xs"
            icon={
              <ThemeIcon variant="light" color="orange" size="sm" radius="xl" aria-hidden>
                <TriangleAlert size={14} />
              </ThemeIcon>
            }
          >
            {told.map(({ count, text, to }) => (
              <List.Item key={`${to} ${text(1)}`}>
                <LinkAnchor inherit to={to}>
                  {text(count)}
                </LinkAnchor>
              </List.Item>
            ))}
          </List>
        )}
      </Card>
    </Section>
  );
}
