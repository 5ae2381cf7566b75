import * as person from '@boreal/contract/endpoints/console/person.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { answerInPage } from '../api/answer-in-page.ts';
import { currentIncidentsQuery } from '../api/incidents.ts';
import { meQuery } from '../api/me.ts';
import { LanguageProvider } from '../i18n/language.tsx';
import { pageNonce } from './nonce.ts';
import { Notices } from './notices.tsx';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

const queryClient = createQueryClient({
  onSignedOut: () => void router.navigate({ to: '/login', search: { next: `${location.pathname}${location.search}`, ended: true } }),
});
const me = answerInPage('me', person.getMe.data);
if (me) queryClient.setQueryData(meQuery.queryKey, me);
const incidents = answerInPage('incidents', person.listCurrentIncidents.data);
if (incidents) queryClient.setQueryData(currentIncidentsQuery.queryKey, incidents);
const router = createAppRouter(queryClient);

/** The whole console: what surrounds every page. */
export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={pageNonce}>
      <LanguageProvider>
        <QueryClientProvider client={queryClient}>
          <Notices />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  );
}
