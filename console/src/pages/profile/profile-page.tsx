import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../api/profile.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Queried } from '../../parts/queried.tsx';
import { DataSection } from './data-section.tsx';
import { IncidentMail } from './incident-mail.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ProfileTabs } from './profile-tabs.tsx';
import { useProfileText } from './text.ts';

/** The account's details for its invoices. */
export function ProfilePage() {
  const t = useProfileText();
  const isOwner = useMayDo('account.read');
  const profile = useQuery(profileQuery(useAccountId()));
  return (
    <>
      <PageHeader title={t.title} about={t.about} />
      <ProfileTabs at="account" />
      <Queried query={profile}>{(data) => <ProfileForm profile={data} />}</Queried>
      {/* What is below comes with what is above, and does not move. */}
      {!profile.isPending && (
        <>
          <IncidentMail />
          {isOwner && <DataSection />}
        </>
      )}
    </>
  );
}
