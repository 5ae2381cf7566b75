import type { OperatorPermission } from '@boreal/contract/operator/roles.ts';
import { lazyRouteComponent } from '@tanstack/react-router';
import { loadOrTell } from '../api/load-or-tell.ts';
import type { LazyPage, PageModule } from './lazy-page.ts';

/** As lazyPage, for operators whose role includes this; what tells the others is loaded with the page, and not with the entry. */
export function lazyOperatorPage<Name extends string>(
  load: () => Promise<PageModule<Name>>,
  name: Name,
  needs: OperatorPermission,
): LazyPage {
  return lazyRouteComponent(async () => {
    const [{ forRole }, pages] = await loadOrTell(() => Promise.all([import('./for-role.tsx'), load()]));
    return { default: forRole(needs, pages[name]) };
  });
}
