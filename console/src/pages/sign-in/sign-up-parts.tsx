import { TERMS_VERSION } from '@boreal/contract/people/sign-in.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import { Anchor, Checkbox, Group, Progress, Radio, Text, type CheckboxProps, type RadioGroupProps } from '@mantine/core';
import { sitePath } from '../../app/site-path.ts';
import { useFormats } from '../../format/use-formats.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { SubmitButton } from '../../parts/form-buttons.tsx';
import { FormProblem } from '../../parts/request-form.tsx';
import type { RequestFormOf, RequestFormState } from '../../parts/use-request-form.ts';
import { useSignInText } from './text.ts';

interface Ending {
  readonly language: Language;
  readonly agreed: boolean;
}

/** In which language mails come. Its props are a field's. */
function MailLanguage(field: Omit<RadioGroupProps, 'children'>) {
  const t = useSignInText();
  const shell = useShellText();
  return (
    <Radio.Group label={t.mailLanguage} {...field}>
      <Group mt={6}>
        <Radio value="en" label={shell.languageName.en} />
        <Radio value="fr" label={shell.languageName.fr} />
      </Group>
    </Radio.Group>
  );
}

/** Agreeing to terms and privacy policy, by name and version. Its props are a field's. */
function TermsTick(field: CheckboxProps) {
  const t = useSignInText();
  const { language } = useLanguage();
  const format = useFormats();
  return (
    <Checkbox
      {...field}
      description={t.termsVersion(format.fullDate(`${TERMS_VERSION}T12:00:00Z`))}
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
  );
}

/** The end of both forms that open an account, with the button. */
export function SignUpEnd({ form, work }: { form: RequestFormState & Pick<RequestFormOf<Ending>, 'field' | 'tick'>; work: number | null }) {
  const t = useSignInText();
  return (
    <>
      <MailLanguage {...form.field('language')} />
      <TermsTick {...form.tick('agreed')} />
      <FormProblem form={form} />
      <SignUpWork share={work} />
      <SubmitButton form={form}>{t.signUp}</SubmitButton>
    </>
  );
}

/** Shows that the browser works before the account is opened, and its progress. */
function SignUpWork({ share }: { share: number | null }) {
  const t = useSignInText();
  return (
    // Always there: what appears in it is said.
    <div role="status">
      {share !== null && (
        <>
          <Text size="sm">{t.signUpCheck}</Text>
          <Progress mt="xs" value={share * 100} aria-label={t.signUpCheck} />
        </>
      )}
    </div>
  );
}
