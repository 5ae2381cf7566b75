import { Alert } from '@mantine/core';
import { Archive, Ban } from 'lucide-react';
import { useFormats } from '../format/use-formats.ts';
import { en } from '../i18n/en/standing.ts';
import { fr } from '../i18n/fr/standing.ts';
import { textsOf } from '../i18n/language.tsx';
import { useCurrentAccount } from './account.tsx';

const useStandingText = textsOf({ en, fr });

/** Above every page of an account that is closed or suspended. */
export function StandingNotice() {
  const t = useStandingText();
  const format = useFormats();
  const { closedAt } = useCurrentAccount().account;
  return closedAt === null ? (
    <Alert mb="lg" color="red" variant="light" icon={<Ban aria-hidden />} title={t.suspendedTitle}>
      {t.suspendedText}
    </Alert>
  ) : (
    <Alert mb="lg" color="gray" variant="light" icon={<Archive aria-hidden />} title={t.closedTitle(format.date(closedAt))}>
      {t.closedText}
    </Alert>
  );
}
