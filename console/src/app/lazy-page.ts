import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { loadOrTell } from '../api/load-or-tell.ts';

export type LazyPage = AsyncRouteComponent<object>;

/** A module that exports a page under this name. */
export type PageModule<Name extends string> = Readonly<Record<Name, ComponentType>>;

/**
 * A page that is loaded on the first visit: `lazyPage(() => import('./servers-page.tsx'), 'ServersPage')`. If a newer build has
 * removed it, the router reloads everything; without a connection that would leave nothing at all, so then an error is shown
 * instead.
 */
export function lazyPage<Name extends string>(load: () => Promise<PageModule<Name>>, name: Name): LazyPage {
  return lazyRouteComponent(async () => ({ default: (await loadOrTell(load))[name] }));
}
