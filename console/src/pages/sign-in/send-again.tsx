import { sendVerificationEmail } from '@boreal/contract/api/auth-endpoints.ts';
import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { callAuth } from '../../api/call-auth.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { useSignInText } from './text.ts';

/** Mails the link that confirms an address again. */
export function SendAgain({ email }: { email: string }) {
  const t = useSignInText();
  const send = useMutation({ mutationFn: () => callAuth(sendVerificationEmail, { body: { email } }) });
  return (
    <>
      {send.isSuccess && <Text role="status">{t.sentAgain}</Text>}
      {send.error && <ErrorNotice error={send.error} />}
      <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
        {t.sendAgain}
      </Button>
    </>
  );
}
