import { Button, Container } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useShellText } from '../i18n/use-shell-text.ts';
import { PageHeader } from '../parts/page-header.tsx';

export function NotFoundPage() {
  const t = useShellText();
  return (
    <Container size="sm" py="xl">
      <PageHeader title={t.notFoundTitle} about={t.notFoundText} />
      <Button component={Link} to="/console">
        {t.toOverview}
      </Button>
    </Container>
  );
}
