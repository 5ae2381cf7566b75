import { Container } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { isReachable } from '../api/send.ts';
import { useShellText } from '../i18n/use-shell-text.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { PageHeader } from '../parts/page-header.tsx';

/** Instead of a page that could not be shown. */
export function ProblemPage({ error }: ErrorComponentProps) {
  const t = useShellText();
  // Reloads everything: a part of the page may be what is missing. Without a connection that would leave nothing at all.
  const retry = async () => {
    if (await isReachable()) window.location.reload();
  };
  return (
    <Container size="sm" py="xl">
      <PageHeader title={t.notShown} />
      <ErrorNotice error={error} onRetry={() => void retry()} />
    </Container>
  );
}
