import { finishIdentity } from '@boreal/contract/api/auth-endpoints.ts';
import { identityProviderNames, IdentityProvider, type IdentityFinished } from '@boreal/contract/people/identities.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { callAuth } from '../../api/call-auth.ts';
import { pageLeft } from '../../api/identities.ts';
import { providerAnswer } from '../../app/provider-answer.ts';
import { NotFoundPage } from '../../app/not-found-page.tsx';
import { useErrorText } from '../../parts/error-notice.tsx';
import { Loading } from '../../parts/loading.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { AgreePage } from './agree-page.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useSignInText } from './text.ts';
import { useEnter } from './use-enter.ts';

/** Where Google and GitHub send people back: signs in, asks for what is still missing, or says what to do instead. */
export function CameBackPage() {
  const { provider } = useParams({ from: '/sign-in/$provider' });
  const known = IdentityProvider.safeParse(provider);
  return known.success ? <CameBack provider={known.data} /> : <NotFoundPage />;
}

function CameBack({ provider }: { provider: IdentityProvider }) {
  const t = useSignInText();
  const errorText = useErrorText();
  const name = identityProviderNames[provider];
  const answer = providerAnswer();
  const finish = useFinish(provider);
  const { mutate } = finish;
  const enter = useEnter();
  const goOn = () => enter(finish.data?.next);
  const isBegun = useRef(false);
  useEffect(() => {
    // Once: what came back counts once.
    if (answer === null || isBegun.current) return;
    isBegun.current = true;
    mutate();
  }, [answer, mutate]);

  const { newcomer, twoFactorRedirect } = finish.data ?? {};
  if (newcomer) return <AgreePage provider={name} newcomer={newcomer} onDone={goOn} />;
  if (twoFactorRedirect === true) return <SecondFactorForm onDone={goOn} onBack={() => location.replace(pageLeft())} />;
  if (answer !== null && !finish.isError) {
    return (
      <SignInFrame title={t.cameBack(name)}>
        <Loading />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t.cameBackInVain(name)}>
      <ProblemNotice text={answer === null ? t.cameBackAgain : errorText(finish.error)} />
      <Button component="a" href={pageLeft()}>
        {pageLeft().startsWith('/login') ? t.toSignIn : t.toPageLeft}
      </Button>
    </SignInFrame>
  );
}

function useFinish(provider: IdentityProvider) {
  const t = useSignInText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const enter = useEnter();
  return useMutation({
    mutationFn: async (): Promise<IdentityFinished> => {
      const finished = await callAuth(finishIdentity, { body: { provider, state: '', ...providerAnswer() } });
      const { done, next } = finished;
      if (done === 'signed_in') await enter(next);
      if (done !== 'linked' && done !== 'proven') return finished;
      notifyDone(done === 'linked' ? t.linked(identityProviderNames[provider]) : t.proven);
      queryClient.clear();
      await navigate({ href: next ?? pageLeft(), replace: true });
      return finished;
    },
  });
}
