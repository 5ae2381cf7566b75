import { ownPath } from '@boreal/contract/own-path.ts';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { meQuery } from '../api/me.ts';
import { isApiError } from '../api/api-error.ts';
import { Loading } from '../parts/loading.tsx';
import type { Area } from './area.ts';
import { customerAreas } from './customer-areas.ts';
import { lazyPage, type LazyPage } from './lazy-page.ts';
import { operatorAreas } from './operator-areas.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { ProblemPage } from './problem-page.tsx';

/** Every page of the console and what it needs; who is signed in is asked before a shell is shown. */
export function createAppRouter(queryClient: QueryClient) {
  const root = createRootRoute({ notFoundComponent: NotFoundPage });
  const signIn = (path: string, component: LazyPage) =>
    createRoute({ getParentRoute: () => root, path, component, validateSearch: readNext });
  const shell = (path: string, component: LazyPage, areas: readonly Area[]) => {
    const parent = createRoute({
      getParentRoute: () => root,
      path,
      component,
      notFoundComponent: NotFoundPage,
      beforeLoad: ({ location }) => requireSignedIn(queryClient, location.href),
    });
    const pages = areas.flatMap((area) => area.pages);
    return parent.addChildren(
      pages.map((page) => createRoute({ getParentRoute: () => parent, path: page.path, component: page.component })),
    );
  };
  return createRouter({
    routeTree: root.addChildren([
      signIn(
        '/login',
        lazyPage(() => import('../pages/sign-in/login-page.tsx'), 'LoginPage'),
      ),
      signIn(
        '/signup',
        lazyPage(() => import('../pages/sign-in/sign-up-page.tsx'), 'SignUpPage'),
      ),
      signIn(
        '/verify-email',
        lazyPage(() => import('../pages/sign-in/verify-email-page.tsx'), 'VerifyEmailPage'),
      ),
      signIn(
        '/reset-password',
        lazyPage(() => import('../pages/sign-in/reset-password-page.tsx'), 'ResetPasswordPage'),
      ),
      signIn(
        '/invitation',
        lazyPage(() => import('../pages/sign-in/invitation-page.tsx'), 'InvitationPage'),
      ),
      shell(
        '/console',
        lazyPage(() => import('./customer-shell.tsx'), 'CustomerShell'),
        customerAreas,
      ),
      shell(
        '/operator',
        lazyPage(() => import('./operator-shell.tsx'), 'OperatorShell'),
        operatorAreas,
      ),
    ]),
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultErrorComponent: ProblemPage,
    scrollRestoration: true,
  });
}

async function requireSignedIn(queryClient: QueryClient, next: string): Promise<void> {
  try {
    await queryClient.ensureQueryData(meQuery);
  } catch (error) {
    if (isApiError(error) && error.code === 'NOT_SIGNED_IN') throw redirect({ to: '/login', search: { next } });
    throw error;
  }
}

/**
 * Where to go after signing in, and whether a session was over, which is told. Both are always named: what is left out here
 * stays as the address says it.
 */
function readNext(search: Record<string, unknown>): { next?: string | undefined; ended?: true | undefined } {
  return { next: ownPath(search['next']), ended: search['ended'] === true || undefined };
}
