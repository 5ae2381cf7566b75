import { Alert } from '@mantine/core';
import { Ban } from 'lucide-react';
import { useShellText } from '../i18n/use-shell-text.ts';

/** Above every page of an account that may not spend. */
export function SuspendedNotice() {
  const t = useShellText();
  return (
    <Alert mb="lg" color="red" variant="light" icon={<Ban aria-hidden />} title={t.suspendedTitle}>
      {t.suspendedText}
    </Alert>
  );
}
