import { Container } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorNotice } from '../parts/error-notice.tsx';

/** Instead of a page that could not be shown. */
export function ProblemPage({ error, reset }: ErrorComponentProps) {
  return (
    <Container size="sm" py="xl">
      <ErrorNotice error={error} onRetry={reset} />
    </Container>
  );
}
