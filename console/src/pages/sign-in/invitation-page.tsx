import { previewInvitation } from '@boreal/contract/endpoints/console/strangers.ts';
import { acceptInvitation } from '@boreal/contract/endpoints/console/person.ts';
import type { InvitationPreview } from '@boreal/contract/people/members.ts';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { meQuery } from '../../api/me.ts';
import { useFormats } from '../../format/use-formats.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Loading } from '../../parts/loading.tsx';
import { LinkButton } from '../../parts/page-links.tsx';
import { Queried } from '../../parts/queried.tsx';
import { useLinkToken } from './link-token.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { useSignInText } from './text.ts';

const KEPT = 'boreal.invitation';

/** Opened by the link of an invitation: what it says, and accepting it, after signing in if necessary. */
export function InvitationPage() {
  const t = useSignInText();
  const linked = useLinkToken();
  // Kept in this tab during sign-in; never in an address that a server would see.
  const [token] = useState(() => {
    if (linked !== null) sessionStorage.setItem(KEPT, linked);
    return linked ?? sessionStorage.getItem(KEPT);
  });
  return (
    <SignInFrame title={t.invitationTitle}>
      {token === null ? (
        <>
          <Text>{t.invitationNoToken}</Text>
          <Button component="a" href="/login">
            {t.toSignIn}
          </Button>
        </>
      ) : (
        <Invitation token={token} />
      )}
    </SignInFrame>
  );
}

function Invitation({ token }: { token: string }) {
  const preview = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call(previewInvitation, { body: { token } }),
    staleTime: Infinity,
    retry: false,
  });
  return <Queried query={preview}>{(invitation) => <Answer token={token} invitation={invitation} />}</Queried>;
}

function Answer({ token, invitation: { accountName, role, email, expiresAt } }: { token: string; invitation: InvitationPreview }) {
  const t = useSignInText();
  const format = useFormats();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const me = useQuery({ ...meQuery, retry: false });
  const accept = useMutation({
    mutationFn: () => call(acceptInvitation, { body: { token } }),
    onSuccess: async ({ accountId }) => {
      sessionStorage.removeItem(KEPT);
      localStorage.setItem('boreal.account', accountId);
      queryClient.clear();
      await navigate({ to: '/console' });
    },
  });
  return (
    <Stack>
      <Text>{t.invitationText(accountName, t.roles[role])}</Text>
      <Text size="sm">{t.invitationFor(email)}</Text>
      <Text size="sm" c="dimmed">
        {t.invitationEnds(format.dateTime(expiresAt))}
      </Text>
      {me.isPending && <Loading />}
      {me.data && (
        <>
          <Text size="sm">{t.invitationAs(me.data.email)}</Text>
          {accept.error && <ErrorNotice error={accept.error} />}
          <Button loading={accept.isPending} onClick={() => accept.mutate()}>
            {t.join(accountName)}
          </Button>
        </>
      )}
      {me.isError && (
        <>
          <Button component="a" href="/login?next=/invitation">
            {t.signInToJoin}
          </Button>
          <LinkButton to="/signup" variant="default">
            {t.signUpToJoin}
          </LinkButton>
          <Text size="sm" c="dimmed">
            {t.signUpToJoinHint}
          </Text>
        </>
      )}
    </Stack>
  );
}
