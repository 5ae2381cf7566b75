import { PASSWORD_MIN, SignUpRequest, TERMS_VERSION } from '@boreal/contract/people/sign-in.ts';
import { Anchor, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { signUp } from '../../api/sign-in.ts';
import { useNext, withNext } from '../../app/use-next.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { OfferedButtons, offersIdentities } from './offered-buttons.tsx';
import { SendAgain } from './send-again.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { SignUpEnd } from './sign-up-parts.tsx';
import { useSignInText } from './text.ts';

/** Loaded when somebody chooses a password. */
const PasswordMeter = lazyPart('password-meter', async () => (await import('../../parts/password-meter.tsx')).PasswordMeter, 34);

/** Opens an account; the address is confirmed by a mailed link. */
export function SignUpPage() {
  const t = useSignInText();
  const { language } = useLanguage();
  const next = useNext();
  const [work, setWork] = useState<number | null>(null);
  const form = useRequestForm({
    initialValues: { name: '', company: '', email: '', password: '', language, agreed: false },
    schema: SignUpRequest,
    request: ({ agreed, company, ...rest }) => ({
      ...rest,
      company: company.trim() === '' ? null : company,
      // As the server reads it: an unticked box is also refused there.
      acceptedTerms: agreed ? TERMS_VERSION : '',
      next,
    }),
    fieldOf: { acceptedTerms: 'agreed' },
    send: (body) => signUp(body, setWork).finally(() => setWork(null)),
  });
  if (form.answer) {
    return (
      <SignInFrame title={t.signUpDoneTitle}>
        <Text role="status">{t.signUpDone(form.answer.email)}</Text>
        <SendAgain email={form.answer.email} />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame
      title={t.signUp}
      about={t.signUpAbout}
      below={
        <>
          <Text size="sm">{t.haveAccount}</Text>
          <Anchor href={withNext('/login', next)} size="sm" underline="always">
            {t.signIn}
          </Anchor>
        </>
      }
    >
      {offersIdentities && (
        <>
          <OfferedButtons />
          <Divider label={t.or} />
        </>
      )}
      <RequestForm form={form}>
        <Stack>
          <TextInput label={t.name} autoComplete="name" autoFocus name="name" {...form.field('name')} />
          <TextInput label={t.company} description={t.optional} autoComplete="organization" name="company" {...form.field('company')} />
          <TextInput label={t.email} type="email" autoComplete="email" name="email" {...form.field('email')} />
          <PasswordInput
            label={t.password}
            description={t.passwordHint(PASSWORD_MIN)}
            autoComplete="new-password"
            name="password"
            {...form.field('password')}
          />
          {form.values.password !== '' && (
            <PasswordMeter
              password={form.values.password}
              email={form.values.email}
              name={form.values.name}
              company={form.values.company}
            />
          )}
          <SignUpEnd form={form} work={work} />
        </Stack>
      </RequestForm>
    </SignInFrame>
  );
}
