import { Alert } from '@mantine/core';
import { ShieldAlert } from 'lucide-react';
import { useShellText } from '../i18n/use-shell-text.ts';

/** Above the one page of an operator who has no second factor yet. */
export function SecondFactorNotice() {
  const t = useShellText();
  return (
    <Alert mb="lg" color="orange" variant="light" icon={<ShieldAlert aria-hidden />} title={t.secondFactorTitle}>
      {t.secondFactorText}
    </Alert>
  );
}
