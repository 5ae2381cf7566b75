import type { ServerStatus, ServerTask } from '@boreal/contract/servers/servers.ts';
import { Badge, Loader } from '@mantine/core';
import { useShellText } from '../i18n/use-shell-text.ts';

const colors = {
  PROVISIONING: 'blue',
  ACTIVE: 'boreal',
  STOPPED: 'gray',
  REBOOTING: 'blue',
  HIBERNATED: 'violet',
  ERROR: 'red',
  DELETED: 'gray',
} as const satisfies Record<ServerStatus, string>;

/** A server's status, and its task. */
export function StatusBadge({ status, task = null }: { status: ServerStatus; task?: ServerTask | null }) {
  const t = useShellText();
  const moving = task !== null || status === 'PROVISIONING' || status === 'REBOOTING';
  return (
    <Badge fw={600} color={colors[status]} leftSection={moving ? <Loader size={10} color="currentColor" aria-hidden /> : undefined}>
      {t.status[status]}
      {task !== null && !(status === 'DELETED' && task === 'deleting') && `, ${t.task[task]}`}
    </Badge>
  );
}
