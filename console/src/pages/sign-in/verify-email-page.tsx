import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { verifyEmail } from '../../api/sign-in.ts';
import { useNext, withNext } from '../../app/use-next.ts';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Loading } from '../../parts/loading.tsx';
import { LinkButton } from '../../parts/page-links.tsx';
import { useLinkToken } from './link-token.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { useSignInText } from './text.ts';

/** Opened by the link in a mail: confirms the address that it was sent to, or one part of a change of address. */
export function VerifyEmailPage() {
  const t = useSignInText();
  const token = useLinkToken();
  return (
    <SignInFrame title={t.verifyTitle}>
      {token === null ? (
        <>
          <Text>{t.verifyNoToken}</Text>
          <ToSignIn />
        </>
      ) : (
        <Verified token={token} />
      )}
    </SignInFrame>
  );
}

function Verified({ token }: { token: string }) {
  const t = useSignInText();
  const { toOverview } = useShellText();
  // Once: the answer stays for as long as the page does.
  const verified = useQuery({ queryKey: ['verify-email', token], queryFn: () => verifyEmail(token), staleTime: Infinity, retry: false });
  if (verified.isError) {
    return (
      <>
        <ErrorNotice error={verified.error} />
        <ToSignIn />
      </>
    );
  }
  if (verified.data === undefined) return <Loading />;
  const said = { confirmed: t.verifyDone, 'present address agreed': t.changeHalfDone, changed: t.changeDone }[verified.data];
  return (
    <>
      <Text role="status">{said}</Text>
      {verified.data === 'confirmed' ? <ToSignIn /> : <LinkButton to="/console">{toOverview}</LinkButton>}
    </>
  );
}

function ToSignIn() {
  const t = useSignInText();
  const next = useNext();
  return (
    <Button component="a" href={withNext('/login', next)}>
      {t.toSignIn}
    </Button>
  );
}
