import { statusesFor } from '@boreal/contract/servers/moves.ts';
import type { ServerAction, ServerStatus, ServerTask } from '@boreal/contract/servers/servers.ts';
import { useMayDo } from '../../../app/account.tsx';
import { useShellText } from '../../../i18n/use-shell-text.ts';
import { useServersText } from '../text.ts';

export interface ActionState {
  readonly status: ServerStatus;
  readonly task: ServerTask | null;
  readonly allowedActions: readonly ServerAction[];
}

/** Why an action is not possible now; null when it is. The server decides what it allows, not we. */
export function useActionReason(): (server: ActionState, action: ServerAction | 'delete') => string | null {
  const t = useServersText();
  const shell = useShellText();
  const mayWrite = useMayDo('servers.write');
  return ({ status, task, allowedActions }, action) => {
    if (!mayWrite) return t.whyRole;
    if (status === 'DELETED') return t.whyDeleted;
    if (action === 'delete') return task === 'deleting' ? t.whyTask(shell.task.deleting) : null;
    if (allowedActions.includes(action)) return null;
    if (task !== null) return t.whyTask(shell.task[task]);
    const statuses = statusesFor(action);
    if (statuses.includes(status)) return t.whyNeverRan;
    return t.whyStatus(statuses.map((one) => t.statusSaid[one]).join(t.or));
  };
}
