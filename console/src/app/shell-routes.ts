import type { OperatorPermission } from '@boreal/contract/operator/roles.ts';
import { ownPath } from '@boreal/contract/people/own-path.ts';
import type { QueryClient } from '@tanstack/react-query';
import { type AnyRoute, createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { isApiError } from '../api/api-error.ts';
import { firstNews } from '../api/incidents.ts';
import { meQuery } from '../api/me.ts';
import { chooseAccount } from './account.tsx';
import { lazyOperatorPage } from './lazy-operator-page.ts';
import { lazyPage, type PageModule } from './lazy-page.ts';

interface RouterContext {
  readonly queryClient: QueryClient;
}

/** What every address may carry: where to go afterwards, and that a session was over. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({ validateSearch: readNext });

/** The parents of customers' and operators' pages; `router.tsx` gives them their shells, which link to all of these pages. */
export const customerRoute = createRoute({ getParentRoute: () => rootRoute, path: '/console', beforeLoad: enterConsole });
export const operatorRoute = createRoute({ getParentRoute: () => rootRoute, path: '/operator', beforeLoad: requireSignedIn });

/** Makes pages below a route; a page is loaded on the first visit, `support/$ticketId` has a parameter. */
const pagesOf =
  <Parent extends AnyRoute>(parent: Parent) =>
  <const Path extends string, Name extends string>(path: Path, load: () => Promise<PageModule<Name>>, name: Name) =>
    createRoute({ getParentRoute: () => parent, path, component: lazyPage(load, name) });

/** A page of the customers' console: `customerPage('agents', () => import('./agents-page.tsx'), 'AgentsPage')`. */
export const customerPage = pagesOf(customerRoute);

/** Asks for what a page shows first, in the current account, while its code is on its way; what fails, the page asks for again. */
export function askAhead({ queryClient }: RouterContext, ask: (accountId: string) => Promise<unknown>): void {
  const account = chooseAccount(queryClient.getQueryData(meQuery.queryKey)?.accounts ?? []);
  if (account !== undefined) void ask(account.id);
}

/** A page of an operator about themselves. */
export const ownOperatorPage = pagesOf(operatorRoute);
/** A page of operators, and what the role of whoever sees it includes: it asks for nothing and shows nothing to others. */
export const operatorPage = <const Path extends string, Name extends string>(
  path: Path,
  needs: OperatorPermission,
  load: () => Promise<PageModule<Name>>,
  name: Name,
) => createRoute({ getParentRoute: () => operatorRoute, path, component: lazyOperatorPage(load, name, needs) });
/** A page without a shell. */
export const barePage = pagesOf(rootRoute);

/** What is told above the pages comes with the first of them. */
async function enterConsole(asked: Parameters<typeof requireSignedIn>[0]): Promise<void> {
  await requireSignedIn(asked);
  await firstNews(asked.context.queryClient);
}

/** The session is checked before a shell is shown. */
async function requireSignedIn({ context, location }: { context: RouterContext; location: { href: string } }): Promise<void> {
  try {
    await context.queryClient.ensureQueryData(meQuery);
  } catch (error) {
    if (isApiError(error) && error.code === 'NOT_SIGNED_IN') throw redirect({ to: '/login', search: { next: location.href } });
    throw error;
  }
}

/** Both are always present: an omitted one keeps the address's value. */
function readNext(search: Record<string, unknown>): { next?: string | undefined; ended?: true | undefined } {
  return { next: ownPath(search['next']), ended: search['ended'] === true || undefined };
}
