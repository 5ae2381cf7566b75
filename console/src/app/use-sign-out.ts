import { signOut } from '@boreal/contract/api/session-endpoints.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { callAuth } from '../api/call-auth.ts';
import { useShellText } from '../i18n/use-shell-text.ts';
import { useErrorText } from '../parts/error-notice.tsx';
import { forgetNotices, notifyProblem } from '../parts/notify.ts';
import { SIGN_OUT } from './query-client.ts';

/** Signs the person out, and leads to the sign-in page. */
export function useSignOut(): () => void {
  const t = useShellText();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const leave = useMutation({
    mutationKey: SIGN_OUT,
    mutationFn: () => callAuth(signOut),
    onSuccess: async () => {
      forgetNotices();
      await navigate({ to: '/login' });
      queryClient.clear();
    },
    // Somebody who leaves a shared machine must not believe that nobody is signed in.
    onError: (error) => notifyProblem({ message: `${t.notSignedOut} ${errorText(error)}`, close: t.close }),
  });
  return () => leave.mutate();
}
