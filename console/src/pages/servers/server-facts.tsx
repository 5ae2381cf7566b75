import type { ConsoleServerDetail } from '@boreal/contract/servers/console-servers.ts';
import { Group } from '@mantine/core';
import { useFormats } from '../../format/use-formats.ts';
import { Money } from '../../parts/money.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { LabelTags } from './description/label-tags.tsx';
import { useServersText } from './text.ts';

/** Below a server's name: what it does and since when, what it is, and what that costs now. */
export function ServerFacts({ server }: { server: ConsoleServerDetail }) {
  const t = useServersText();
  return (
    <Group gap="0.25rem 0.9rem" mt={4} component="span">
      <span role="status">
        <StatusBadge status={server.status} task={server.task} />
      </span>
      {server.statusSince !== null && (
        <span>
          {t.since} <Time iso={server.statusSince} />
        </span>
      )}
      <span>{server.gpu}</span>
      <Cost server={server} />
      <LabelTags labels={server.labels} />
    </Group>
  );
}

function Cost({ server: { status, hourlyRate, terms } }: { server: ConsoleServerDetail }) {
  const t = useServersText();
  const format = useFormats();
  if (status === 'DELETED') return null;
  if (hourlyRate === null) {
    return <span>{terms?.paidUntil == null ? t.prepaid : t.prepaidUntil(format.date(terms.paidUntil))}</span>;
  }
  const rate = (
    <b>
      <Money cad={hourlyRate} rate />
      {t.anHour}
    </b>
  );
  if (status !== 'HIBERNATED' && status !== 'ERROR') return rate;
  return (
    <span>
      {t.notBilled} {rate}
    </span>
  );
}
