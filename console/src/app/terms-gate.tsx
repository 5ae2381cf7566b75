import { acceptTerms } from '@boreal/contract/endpoints/console/person.ts';
import { Anchor, Button, Card, Checkbox, Container, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { meQuery } from '../api/me.ts';
import { useFormats } from '../format/use-formats.ts';
import { en } from '../i18n/en/terms-gate.ts';
import { fr } from '../i18n/fr/terms-gate.ts';
import { textsOf, useLanguage } from '../i18n/language.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Preferences } from './preferences.tsx';
import { sitePath } from './site-path.ts';
import { useSignOut } from './use-sign-out.ts';

const useTermsText = textsOf({ en, fr });

/** Instead of the console, until the person agrees to the terms in force; they may also leave. */
export function TermsGate({ version }: { version: string }) {
  const t = useTermsText();
  const { language } = useLanguage();
  const format = useFormats();
  const queryClient = useQueryClient();
  const signOut = useSignOut();
  const [agreed, setAgreed] = useState(false);
  const [missed, setMissed] = useState(false);
  const accept = useMutation({
    mutationFn: () => call(acceptTerms, { body: { acceptedTerms: version } }),
    onSuccess: (me) => queryClient.setQueryData(meQuery.queryKey, me),
  });
  return (
    <Container size="sm" py="xl" component="main">
      <Group justify="flex-end" mb="xl">
        <Preferences />
      </Group>
      <PageHeader title={t.title} about={t.about} />
      <Card>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setMissed(!agreed);
            if (agreed) accept.mutate();
          }}
        >
          <Stack>
            <Group gap="md">
              <Anchor href={sitePath(language, '/terms')} target="_blank" underline="always">
                {t.terms}
              </Anchor>
              <Anchor href={sitePath(language, '/privacy')} target="_blank" underline="always">
                {t.privacy}
              </Anchor>
            </Group>
            <Text size="sm" c="dimmed">
              {t.version(format.fullDate(`${version}T12:00:00Z`))}
            </Text>
            <Checkbox
              label={t.agree}
              checked={agreed}
              error={missed && !agreed ? t.needsTick : undefined}
              onChange={(event) => setAgreed(event.currentTarget.checked)}
            />
            {accept.error && <ErrorNotice error={accept.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={signOut}>
                {t.signOut}
              </Button>
              <Button type="submit" loading={accept.isPending}>
                {t.goOn}
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </Container>
  );
}
