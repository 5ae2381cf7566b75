import { mayDo } from '@boreal/contract/members.ts';
import { Alert } from '@mantine/core';
import { Ban } from 'lucide-react';
import { useShellText } from '../i18n/use-shell-text.ts';
import { AccountSwitcher } from './account-switcher.tsx';
import { AccountProvider, useCurrentAccount } from './account.tsx';
import { CreditInBar } from './credit-in-bar.tsx';
import { customerNav } from './customer-areas.ts';
import { Frame } from './frame.tsx';
import { Navigation } from './navigation.tsx';
import { NoAccountPage } from './no-account-page.tsx';
import { PersonMenu } from './person-menu.tsx';
import { useSession } from './use-session.ts';

const HOME = '/console';

/** What surrounds customers' pages. */
export function CustomerShell() {
  useSession();
  return (
    <AccountProvider none={<NoAccountPage />}>
      <Inside />
    </AccountProvider>
  );
}

function Inside() {
  const { role, suspended } = useCurrentAccount().account;
  const groups = customerNav.map(({ name, entries }) => ({
    name,
    entries: entries.filter(({ needs }) => needs === undefined || mayDo(role, needs)),
  }));
  return (
    <Frame
      home={HOME}
      navigation={<Navigation groups={groups} home={HOME} />}
      notice={suspended && <SuspendedNotice />}
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

/** Above every page of a suspended account. */
function SuspendedNotice() {
  const t = useShellText();
  return (
    <Alert mb="lg" color="red" variant="light" icon={<Ban aria-hidden />} title={t.suspendedTitle}>
      {t.suspendedText}
    </Alert>
  );
}
