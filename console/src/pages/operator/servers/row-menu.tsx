import { OperatorServerAction } from '@boreal/contract/operator/server-action.ts';
import type { OperatorServer } from '@boreal/contract/operator/operator.ts';
import { MenuItem } from '../../../parts/menu.tsx';
import { MoreMenu } from '../../../parts/more-menu.tsx';
import { useOperatorServersText } from './text.ts';
import { useWhyNoHalt } from './use-why-no-halt.ts';

/** What an operator can do with one server of the list; the rest is on its page. */
export function RowMenu({ server, onAsk }: { server: OperatorServer; onAsk: (action: OperatorServerAction) => void }) {
  const t = useOperatorServersText();
  const whyNot = useWhyNoHalt();
  return (
    <MoreMenu of="row" label={t.actionsOf(server.name)}>
      {OperatorServerAction.options.map((action) => (
        <MenuItem key={action} reason={whyNot(server, action)} onClick={() => onAsk(action)}>
          {t.halts[action].button}…
        </MenuItem>
      ))}
    </MoreMenu>
  );
}
