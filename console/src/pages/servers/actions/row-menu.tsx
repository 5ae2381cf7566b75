import { ServerAction } from '@boreal/contract/servers.ts';
import { ActionIcon } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { Menu, MenuItem } from '../../../parts/menu.tsx';
import { useServersText } from '../text.ts';
import type { LiveServer } from '../use-live-servers.ts';
import type { Deed } from './act-on-many.ts';
import { useActionName } from './use-action-name.ts';
import { useActionReason } from './use-action-reason.ts';

const deeds: readonly Deed[] = [...ServerAction.options, 'delete'];

/** What can be done with one server of the list; only what it allows now, for its own page says why not. */
export function RowMenu({ server, onAsk }: { server: LiveServer; onAsk: (deed: Deed) => void }) {
  const t = useServersText();
  const nameOf = useActionName();
  const reasonOf = useActionReason();
  return (
    <Menu
      floats
      target={(props) => (
        <ActionIcon {...props} variant="subtle" color="gray" size={24} aria-label={t.actionsOf(server.name)}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      )}
    >
      {deeds
        .filter((one) => reasonOf(server, one) === null)
        .map((one) => (
          <MenuItem key={one} destructive={one === 'delete'} onClick={() => onAsk(one)}>
            {nameOf(one)}
          </MenuItem>
        ))}
    </Menu>
  );
}
