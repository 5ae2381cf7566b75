import type { ServerAction } from '@boreal/contract/servers.ts';
import { useServersText } from './text.ts';

/** What each action is called, and what it means for the server: told before it is done. */
export function useActionWords() {
  const t = useServersText();
  const consequences = {
    start: t.confirmStart,
    stop: t.confirmStop,
    reboot: t.confirmReboot,
    hibernate: t.confirmHibernate,
    'hibernate-restore': t.confirmWake,
  } as const satisfies Record<ServerAction, string>;
  return {
    name: (action: ServerAction | 'delete') => (action === 'delete' ? t.remove : t.actions[action]),
    consequence: (action: ServerAction) => consequences[action],
  };
}
