import { lazyRouteComponent } from '@tanstack/react-router';
import { loadOrTell } from '../api/load-or-tell.ts';

export type LazyPage = ReturnType<typeof lazyRouteComponent>;

/**
 * A page that is loaded when it is first gone to: `lazyPage(() => import('./servers-page.tsx'), 'ServersPage')`. What a newer
 * build has taken away makes the router load everything anew; without a connection that would leave nothing at all, so then
 * it is told instead.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadOrTell(load), name);
