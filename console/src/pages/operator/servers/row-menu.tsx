import { OperatorServerAction } from '@boreal/contract/operator-server-action.ts';
import type { OperatorServer } from '@boreal/contract/operator.ts';
import { ActionIcon } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { Menu, MenuItem } from '../../../parts/menu.tsx';
import { useOperatorServersText } from './text.ts';
import { useWhyNoHalt } from './use-why-no-halt.ts';

/** What an operator can do with one server of the list; the rest is on its page. */
export function RowMenu({ server, onAsk }: { server: OperatorServer; onAsk: (action: OperatorServerAction) => void }) {
  const t = useOperatorServersText();
  const whyNot = useWhyNoHalt();
  return (
    <Menu
      floats
      target={(props) => (
        <ActionIcon {...props} variant="subtle" color="gray" size={24} aria-label={t.actionsOf(server.name)}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      )}
    >
      {OperatorServerAction.options.map((action) => (
        <MenuItem key={action} reason={whyNot(server, action)} onClick={() => onAsk(action)}>
          {t.halts[action].button}…
        </MenuItem>
      ))}
    </Menu>
  );
}
