import type { ServerAction } from '@boreal/contract/servers/servers.ts';
import { useServersText } from '../text.ts';

/** What each action is called. */
export function useActionName(): (action: ServerAction | 'delete') => string {
  const t = useServersText();
  return (action) => (action === 'delete' ? t.remove : t.actions[action]);
}
