import { IdentitySignUpRequest, type IdentityFinished } from '@boreal/contract/people/identities.ts';
import { TERMS_VERSION } from '@boreal/contract/people/sign-in.ts';
import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { signUpWithIdentity } from '../../api/sign-in.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { LinkAnchor } from '../../parts/page-links.tsx';
import { RequestForm } from '../../parts/request-form.tsx';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { SignUpEnd } from './sign-up-parts.tsx';
import { useSignInText } from './text.ts';

interface AgreePageProps {
  readonly provider: string;
  readonly newcomer: NonNullable<IdentityFinished['newcomer']>;
  readonly onDone: () => Promise<void>;
}

/** Before there is an account: what the provider has told, and the terms. Whoever leaves here has none. */
export function AgreePage({ provider, newcomer, onDone }: AgreePageProps) {
  const t = useSignInText();
  const { language } = useLanguage();
  const [work, setWork] = useState<number | null>(null);
  const form = useRequestForm({
    initialValues: { name: newcomer.name, company: '', language, agreed: false },
    schema: IdentitySignUpRequest,
    request: ({ agreed, company, ...rest }) => ({
      ...rest,
      newcomer: newcomer.token,
      company: company.trim() === '' ? null : company,
      acceptedTerms: agreed ? TERMS_VERSION : '',
    }),
    fieldOf: { acceptedTerms: 'agreed' },
    send: (body) => signUpWithIdentity(body, setWork).finally(() => setWork(null)),
    onSent: onDone,
  });
  return (
    <SignInFrame
      title={t.signUp}
      about={t.agreeAbout(provider, newcomer.email)}
      below={
        <LinkAnchor to="/login" size="sm" underline="always">
          {t.agreeNot}
        </LinkAnchor>
      }
    >
      <RequestForm form={form}>
        <Stack>
          <TextInput label={t.name} autoComplete="name" name="name" {...form.field('name')} />
          <TextInput label={t.company} description={t.optional} autoComplete="organization" name="company" {...form.field('company')} />
          <SignUpEnd form={form} work={work} />
        </Stack>
      </RequestForm>
    </SignInFrame>
  );
}
