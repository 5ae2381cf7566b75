import { Container } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useShellText } from '../i18n/use-shell-text.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { PageHeader } from '../parts/page-header.tsx';

/** Instead of a page that could not be shown. */
export function ProblemPage({ error, reset }: ErrorComponentProps) {
  const t = useShellText();
  return (
    <Container size="sm" py="xl">
      <PageHeader title={t.notShown} />
      <ErrorNotice error={error} onRetry={reset} />
    </Container>
  );
}
