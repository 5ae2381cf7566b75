import type { OperatorServerAction } from '@boreal/contract/operator/server-action.ts';
import type { OperatorServer } from '@boreal/contract/operator/operator.ts';
import { statusesFor } from '@boreal/contract/servers/moves.ts';
import { useShellText } from '../../../i18n/use-shell-text.ts';
import { useServersText } from '../../servers/text.ts';

/** Why an operator cannot stop or hibernate a server now, as the server reads it; null when they can. That it never came up, it says itself. */
export function useWhyNoHalt() {
  const said = useServersText();
  const shell = useShellText();
  return ({ task, status }: Pick<OperatorServer, 'task' | 'status'>, action: OperatorServerAction): string | null => {
    if (task !== null) return said.whyTask(shell.task[task]);
    const from = statusesFor(action);
    return from.includes(status) ? null : said.whyStatus(from.map((one) => said.statusSaid[one]).join(said.or));
  };
}
