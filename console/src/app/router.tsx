import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { Loading } from '../parts/loading.tsx';
import { customerPages } from './customer-areas.ts';
import { lazyPage } from './lazy-page.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { operatorPages } from './operator-areas.ts';
import { ProblemPage } from './problem-page.tsx';
import { barePage, customerRoute, operatorRoute, rootRoute } from './shell-routes.ts';

const signInPages = [
  barePage('/login', () => import('../pages/sign-in/login-page.tsx'), 'LoginPage'),
  barePage('/signup', () => import('../pages/sign-in/sign-up-page.tsx'), 'SignUpPage'),
  barePage('/sign-in/$provider', () => import('../pages/sign-in/came-back-page.tsx'), 'CameBackPage'),
  barePage('/verify-email', () => import('../pages/sign-in/verify-email-page.tsx'), 'VerifyEmailPage'),
  barePage('/reset-password', () => import('../pages/sign-in/reset-password-page.tsx'), 'ResetPasswordPage'),
  barePage('/invitation', () => import('../pages/sign-in/invitation-page.tsx'), 'InvitationPage'),
  barePage('/stop-stock-alerts', () => import('../pages/sign-in/stop-stock-alerts-page.tsx'), 'StopStockAlertsPage'),
] as const;

rootRoute.update({ notFoundComponent: NotFoundPage });
customerRoute.update({ component: lazyPage(() => import('./customer-shell.tsx'), 'CustomerShell'), notFoundComponent: NotFoundPage });
operatorRoute.update({ component: lazyPage(() => import('./operator-shell.tsx'), 'OperatorShell'), notFoundComponent: NotFoundPage });

const routeTree = rootRoute.addChildren([
  ...signInPages,
  customerRoute.addChildren([...customerPages]),
  operatorRoute.addChildren([...operatorPages]),
]);

/** Every page of the console and what it needs. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultErrorComponent: ProblemPage,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  // From here every link, parameter and search is checked against the existing pages.
  interface Register {
    readonly router: ReturnType<typeof createAppRouter>;
  }
}
