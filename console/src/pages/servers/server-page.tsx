import type { ConsoleServerDetail } from '@boreal/contract/servers/console-servers.ts';
import { Alert, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Moon } from 'lucide-react';
import { useRef } from 'react';
import { serverQuery, type ServerRef } from '../../api/servers.ts';
import { useAccountId } from '../../app/account.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { QueriedPage } from '../../parts/queried-page.tsx';
import { useInSight } from '../../parts/use-in-sight.ts';
import { ServerActions } from './actions/server-actions.tsx';
import { ActivityTab } from './activity-tab.tsx';
import { BackupsTab } from './backups/backups-tab.tsx';
import { FirewallTab } from './firewall/firewall-tab.tsx';
import { OverviewTab } from './overview/overview-tab.tsx';
import { ServerFacts } from './server-facts.tsx';
import { TermNotice } from './term-notice.tsx';
import { useServersText } from './text.ts';
import { UsageTab } from './usage/usage-tab.tsx';

const tabs = ['overview', 'firewall', 'backups', 'activity', 'billing'] as const;

/** One server: its live status, its actions, and everything that belongs to it. */
export function ServerPage() {
  const { serverId, tab = 'overview' } = useParams({ from: '/console/servers/$serverId/{-$tab}' });
  const ref = { accountId: useAccountId(), serverId };
  const server = useQuery(serverQuery(ref));
  return <QueriedPage query={server}>{(detail) => <Shown key={serverId} refTo={ref} server={detail} tab={tab} />}</QueriedPage>;
}

function Shown({ refTo, server, tab }: { refTo: ServerRef; server: ConsoleServerDetail; tab: string }) {
  const t = useServersText();
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const deleted = server.status === 'DELETED';
  // For a deleted server, only what stays readable.
  const shown = tabs.filter((one) => !deleted || one === 'activity' || one === 'billing');
  const current = shown.find((one) => one === tab) ?? shown[0] ?? 'activity';
  useInSight(list, shown.indexOf(current));
  return (
    <>
      <PageHeader
        title={server.name}
        about={<ServerFacts server={server} />}
        actions={!deleted && <ServerActions refTo={refTo} server={server} />}
      />
      {server.terms !== null && <TermNotice terms={server.terms} />}
      {server.status === 'ERROR' && (
        <Alert color="red" variant="light" title={t.errorTitle} mb="md">
          {t.errorText}
        </Alert>
      )}
      {server.status === 'HIBERNATED' && (
        <Alert color="violet" variant="light" icon={<Moon aria-hidden />} title={t.hibernatedTitle} mb="md">
          {server.hourlyRate === null ? t.hibernatedPrepaid : t.hibernatedText}
        </Alert>
      )}
      {deleted && (
        <Alert color="gray" variant="light" title={t.deletedTitle} mb="md">
          {t.deletedText}
        </Alert>
      )}
      <Tabs
        value={current}
        keepMounted={false}
        onChange={(value) =>
          void navigate({
            to: '/console/servers/$serverId/{-$tab}',
            params: { serverId: server.id, tab: value === null || value === 'overview' ? undefined : value },
            replace: true,
          })
        }
      >
        <Tabs.List mb="lg" ref={list}>
          {shown.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t.tabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <OverviewTab refTo={refTo} server={server} />
        </Tabs.Panel>
        <Tabs.Panel value="firewall">
          <FirewallTab refTo={refTo} />
        </Tabs.Panel>
        <Tabs.Panel value="backups">
          <BackupsTab refTo={refTo} server={server} />
        </Tabs.Panel>
        <Tabs.Panel value="activity">
          <ActivityTab refTo={refTo} />
        </Tabs.Panel>
        <Tabs.Panel value="billing">
          <UsageTab refTo={refTo} deleted={deleted} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
