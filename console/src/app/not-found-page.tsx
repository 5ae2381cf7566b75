import { Container } from '@mantine/core';
import { useShellText } from '../i18n/use-shell-text.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { LinkButton } from '../parts/page-links.tsx';

export function NotFoundPage() {
  const t = useShellText();
  return (
    <Container size="sm" py="xl">
      <PageHeader title={t.notFoundTitle} about={t.notFoundText} />
      <LinkButton to="/console">{t.toOverview}</LinkButton>
    </Container>
  );
}
