import { lazyRouteComponent } from '@tanstack/react-router';
import { loadOrTell } from '../api/load-or-tell.ts';

export type LazyPage = ReturnType<typeof lazyRouteComponent>;

/**
 * A page that is loaded on the first visit: `lazyPage(() => import('./servers-page.tsx'), 'ServersPage')`. If a newer build has
 * removed it, the router reloads everything; without a connection that would leave nothing at all, so then an error is shown
 * instead.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadOrTell(load), name);
