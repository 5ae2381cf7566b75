import type { CurrentIncident } from '@boreal/contract/fleet/current-incidents.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { currentIncidentsQuery } from '../api/incidents.ts';
import { lazyPart } from '../parts/lazy-part.tsx';
import { AccountSwitcher } from './account-switcher.tsx';
import { AccountProvider, useCurrentAccount, useMe } from './account.tsx';
import { CreditInBar } from './credit-in-bar.tsx';
import { customerNav } from './customer-areas.ts';
import { Frame } from './frame.tsx';
import { IncidentNotices } from './incident-notices.tsx';
import { NoAccountPage } from './no-account-page.tsx';
import { PersonMenu } from './person-menu.tsx';
import { useSession } from './use-session.ts';

const HOME = '/console';
const NONE: readonly CurrentIncident[] = [];

const CustomerPalette = lazyPart('customer-palette', async () => (await import('./palette/customer-palette.tsx')).CustomerPalette);

const StandingNotice = lazyPart('standing-notice', async () => (await import('./standing-notice.tsx')).StandingNotice);
const TermsGate = lazyPart('terms-gate', async () => (await import('./terms-gate.tsx')).TermsGate);

/** What surrounds customers' pages. */
export function CustomerShell() {
  useSession();
  const { termsToAccept } = useMe();
  if (termsToAccept !== null) return <TermsGate version={termsToAccept} />;
  return (
    <AccountProvider none={<NoAccountPage />}>
      <Inside />
    </AccountProvider>
  );
}

function Inside() {
  const { permissions, suspended, closedAt } = useCurrentAccount().account;
  const groups = useMemo(
    () =>
      customerNav
        .map(({ name, entries }) => ({
          name,
          entries: entries.filter(({ needs }) => needs === undefined || permissions.includes(needs)),
        }))
        .filter(({ entries }) => entries.length > 0),
    [permissions],
  );
  return (
    <Frame
      home={HOME}
      groups={groups}
      palette={CustomerPalette}
      notice={
        <>
          {(suspended || closedAt !== null) && <StandingNotice />}
          <IncidentNotices incidents={useQuery(currentIncidentsQuery).data ?? NONE} />
        </>
      }
      aside={<AccountSwitcher />}
      bar={
        <>
          <CreditInBar />
          <PersonMenu side="customer" />
        </>
      }
    />
  );
}
