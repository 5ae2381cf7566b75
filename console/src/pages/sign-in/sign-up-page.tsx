import { PASSWORD_MIN, TERMS_VERSION } from '@boreal/contract/sign-in.ts';
import { Anchor, Button, Checkbox, PasswordInput, Radio, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { signUp } from '../../api/sign-in.ts';
import { useNext, withNext } from '../../app/use-next.ts';
import { sitePath } from '../../app/site-path.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx';
import { SendAgain } from './send-again.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useSignInText } from './text.ts';

/** Opens an account; the address is confirmed by a mailed link. */
export function SignUpPage() {
  const t = useSignInText();
  const shell = useShellText();
  const { language } = useLanguage();
  const [form, setForm] = useState({ name: '', company: '', email: '', password: '' });
  const [mailLanguage, setMailLanguage] = useState(language);
  const [agreed, setAgreed] = useState(false);
  const next = useNext();
  const open = useMutation({
    mutationFn: () =>
      signUp({
        ...form,
        company: form.company.trim() === '' ? null : form.company,
        language: mailLanguage,
        // As the server reads it: what is not ticked is refused there, too.
        acceptedTerms: agreed ? TERMS_VERSION : '',
        next,
      }),
  });
  const field = (name: keyof typeof form) => ({
    name,
    value: form[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      setForm((before) => ({ ...before, [name]: value }));
    },
    error: fieldError(open.error, name),
  });
  if (open.data) {
    return (
      <SignInFrame title={t.signUpDoneTitle}>
        <Text role="status">{t.signUpDone(open.data.email)}</Text>
        <SendAgain email={open.data.email} />
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
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          open.mutate();
        }}
      >
        <Stack>
          <TextInput label={t.name} autoComplete="name" autoFocus {...field('name')} />
          <TextInput label={t.company} description={t.optional} autoComplete="organization" {...field('company')} />
          <TextInput label={t.email} type="email" autoComplete="email" {...field('email')} />
          <PasswordInput label={t.password} description={t.passwordHint(PASSWORD_MIN)} autoComplete="new-password" {...field('password')} />
          <Radio.Group label={t.mailLanguage} value={mailLanguage} onChange={(value) => setMailLanguage(value === 'fr' ? 'fr' : 'en')}>
            <Group mt={6}>
              <Radio value="en" label={shell.languageName.en} />
              <Radio value="fr" label={shell.languageName.fr} />
            </Group>
          </Radio.Group>
          <Checkbox
            checked={agreed}
            onChange={(event) => setAgreed(event.currentTarget.checked)}
            error={fieldError(open.error, 'acceptedTerms')}
            label={
              <>
                {t.agreeTo}{' '}
                <Anchor href={sitePath(language, '/terms')} target="_blank" size="sm" underline="always">
                  {t.terms}
                </Anchor>{' '}
                {t.and}{' '}
                <Anchor href={sitePath(language, '/privacy')} target="_blank" size="sm" underline="always">
                  {t.privacy}
                </Anchor>
                .
              </>
            }
          />
          {open.error && <ErrorNotice error={open.error} />}
          <Button type="submit" loading={open.isPending}>
            {t.signUp}
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  );
}
