import { SSH_PORT } from '@boreal/contract/servers/forwards.ts';
import { sshTarget } from '@boreal/contract/servers/ssh-command.ts';
import type { ConsoleServerDetail, ServerTerms } from '@boreal/contract/servers/console-servers.ts';
import { Card, Grid, Stack, Text, Title } from '@mantine/core';
import type { ServerRef } from '../../../api/servers.ts';
import { useMayDo } from '../../../app/account.tsx';
import { useFormats } from '../../../format/use-formats.ts';
import { CopyText } from '../../../parts/copy-text.tsx';
import { CostLines } from '../../../parts/cost-lines.tsx';
import { ExactMoney } from '../../../parts/exact-money.tsx';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { LinkAnchor } from '../../../parts/page-links.tsx';
import { Time } from '../../../parts/time.tsx';
import { useDescriptionText } from '../description/text.ts';
import { useServersText } from '../text.ts';
import { SerialConsole } from './serial-console.tsx';

const Load = lazyPart('load-charts', async () => (await import('./load-charts.tsx')).LoadCharts);

/** How to log in, what the machine is, and how busy it is. */
export function OverviewTab({ refTo, server }: { refTo: ServerRef; server: ConsoleServerDetail }) {
  const t = useServersText();
  const description = useDescriptionText();
  const format = useFormats();
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Card h="100%">
          <Title order={2} size="h3" mb="sm">
            {t.connect}
          </Title>
          <Connect server={server} />
        </Card>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <Card h="100%">
          <Title order={2} size="h3" mb="sm">
            {t.specs}
          </Title>
          <CostLines
            lines={[
              { name: t.gpu, value: server.gpu },
              { name: t.cpu, value: t.cpuValue(format.number(server.specs.vcores)) },
              { name: t.ram, value: t.gb(format.number(server.specs.ram)) },
              { name: t.disk, value: t.gb(format.number(server.specs.storage)) },
              ...(server.workDiskGb === 0 ? [] : [{ name: t.workDisk, value: t.gb(format.number(server.workDiskGb)) }]),
              { name: t.region, value: server.regionName },
              {
                name: server.status === 'HIBERNATED' && server.hourlyRate !== null ? t.monthlyCostRunning : t.monthlyCost,
                value: <ExactMoney cad={server.monthlyCost} />,
              },
              ...(server.terms?.paidUntil == null ? [] : [{ name: t.paidUntil, value: <PaidUntil terms={server.terms} /> }]),
              { name: t.created, value: <Time iso={server.createdAt} /> },
            ]}
          />
          {server.workDiskGb > 0 && (
            <Text size="xs" c="dimmed" mt="sm">
              {server.workDisk === 'scratch' ? t.workDiskScratch : t.workDiskNote}
            </Text>
          )}
        </Card>
      </Grid.Col>
      {server.note !== null && (
        <Grid.Col span={12}>
          <Card>
            <Title order={2} size="h3" mb="sm">
              {description.note}
            </Title>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} dir="auto">
              {server.note}
            </Text>
          </Card>
        </Grid.Col>
      )}
      <Grid.Col span={12}>
        <Load refTo={refTo} isRunning={server.status === 'ACTIVE' || server.status === 'REBOOTING'} isMeasured={server.measured} />
      </Grid.Col>
      <Grid.Col span={12}>
        <SerialConsole refTo={refTo} server={server} />
      </Grid.Col>
    </Grid>
  );
}

/** The end of the paid term, with the next one if that is paid too; the order has the details. */
function PaidUntil({ terms }: { terms: ServerTerms }) {
  const t = useServersText();
  const format = useFormats();
  const mayRead = useMayDo('billing.read');
  const until = terms.paidUntil === null ? '' : format.date(terms.paidUntil);
  const text = terms.next === null ? until : t.paidUntilNext(until, format.date(terms.next.end));
  if (!mayRead) return text;
  return (
    <LinkAnchor
      to="/console/billing/orders/$orderId"
      params={{ orderId: terms.orderId }}
      underline="always"
      aria-label={`${t.seeOrder}: ${text}`}
    >
      {text}
    </LinkAnchor>
  );
}

function Connect({ server }: { server: ConsoleServerDetail }) {
  const t = useServersText();
  const { ipv4, ipv6, sshPort, status } = server;
  const ssh = sshTarget(server);
  if (ipv4 === null || ssh === null) {
    return (
      <Text size="sm" c="dimmed">
        {status === 'HIBERNATED' ? t.noIpHibernated : t.waitingIp}
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      <CopyText text={`ssh ${ssh}`} name={t.sshCommand} />
      <div>
        <Text size="sm" c="dimmed">
          {t.ip}
        </Text>
        <CopyText text={ipv4} name={t.ip} />
        {sshPort !== SSH_PORT && (
          <Text size="sm" c="dimmed">
            {t.sharedIp}
          </Text>
        )}
      </div>
      {ipv6 !== null && (
        <div>
          <Text size="sm" c="dimmed">
            {t.ipv6}
          </Text>
          <CopyText text={ipv6} name={t.ipv6} />
        </div>
      )}
    </Stack>
  );
}
