import { Container, Group } from '@mantine/core';
import { useShellText } from '../i18n/use-shell-text.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { LinkButton } from '../parts/page-links.tsx';
import { useMe } from './account.tsx';
import { PersonMenu } from './person-menu.tsx';
import { Preferences } from './preferences.tsx';

/** For signed-in people without an account: operators, and those who were removed. */
export function NoAccountPage() {
  const t = useShellText();
  const { operator } = useMe();
  return (
    <Container size="sm" py="xl" component="main">
      <Group justify="flex-end" mb="xl">
        <Preferences />
        <PersonMenu side="customer" />
      </Group>
      <PageHeader title={t.noAccountTitle} about={t.noAccountText} />
      <LinkButton to={operator ? '/operator' : '/signup'}>{operator ? t.toOperator : t.openAccount}</LinkButton>
    </Container>
  );
}
