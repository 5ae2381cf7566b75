import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '../../app/account.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { ProfileTabs } from '../profile/profile-tabs.tsx';
import { EmailSection } from './email-section.tsx';
import { IdentitiesSection } from './identities-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { RemoveMeSection } from './remove-me-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { useSecurityText } from './text.ts';
import { TwoFactorSection } from './two-factor-section.tsx';
import { YouSection } from './you-section.tsx';

/** A person's identity and how they prove it; for operators, who have no account. */
export function SecurityPage() {
  const t = useSecurityText();
  return (
    <>
      <PageHeader title={t.title} about={t.about} />
      <Sections />
    </>
  );
}

/** The same, beside the profile of the account. */
export function CustomerSecurityPage() {
  const t = useSecurityText();
  return (
    <>
      <PageHeader title={t.ofCustomers} about={t.about} />
      <ProfileTabs at="security" />
      <Sections />
    </>
  );
}

function Sections() {
  const { secondFactorRequired, operator } = useMe();
  // As it was when the page opened: the setup continues below its own heading, and does not jump away.
  const [isNeeded] = useState(secondFactorRequired);
  return (
    <Stack gap="lg" maw={820}>
      {isNeeded && <TwoFactorSection />}
      <YouSection />
      <EmailSection />
      <PasswordSection />
      {!isNeeded && <TwoFactorSection />}
      <PasskeysSection />
      <IdentitiesSection />
      <SessionsSection />
      {!operator && <RemoveMeSection />}
    </Stack>
  );
}
