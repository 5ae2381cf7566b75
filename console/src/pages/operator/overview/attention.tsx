import type { OperatorOverview } from '@boreal/contract/oversight.ts';
import { Card, List, Text, ThemeIcon } from '@mantine/core';
import { Check, TriangleAlert } from 'lucide-react';
import type { PagePath } from '../../../app/nav-entry.ts';
import { LinkAnchor } from '../../../parts/page-links.tsx';
import { Section } from '../parts/section.tsx';
import { useOperatorOverviewText } from './text.ts';

/** What needs a person's attention, each with a link. */
export function Attention({ house }: { house: OperatorOverview }) {
  const t = useOperatorOverviewText();
  const { hosts, mail, stuck, servers, sellerGaps } = house;
  const numbers = sellerGaps.filter((gap) => gap.endsWith('_number'));
  const inError = servers.find(({ status }) => status === 'ERROR')?.count ?? 0;
  const all: { count: number; text: (count: number) => string; to: PagePath }[] = [
    { count: house.ticketsWaiting, text: t.ticketsWait, to: '/operator/tickets' },
    { count: house.creditRequests, text: t.creditWaits, to: '/operator/money/credit' },
    { count: hosts.silent, text: t.hostsSilent, to: '/operator/capacity' },
    { count: hosts.offline, text: t.hostsOffline, to: '/operator/capacity' },
    { count: house.gpus.aside, text: t.gpusAside, to: '/operator/capacity' },
    { count: hosts.draining, text: t.hostsDrain, to: '/operator/capacity' },
    { count: inError, text: t.serversInError, to: '/operator/servers' },
    { count: Object.values(stuck).reduce((sum, count) => sum + count, 0), text: t.stuckWork, to: '/operator/jobs' },
    { count: mail.givenUp, text: t.mailGivenUp, to: '/operator/mail' },
    { count: sellerGaps.length - numbers.length, text: () => t.sellerUnsaid, to: '/operator/money/company' },
    { count: numbers.length, text: () => t.taxNumbersUnsaid, to: '/operator/money/taxes' },
  ];
  const told = all.filter(({ count }) => count > 0);
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
