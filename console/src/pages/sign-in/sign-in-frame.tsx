import { Card, Container, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { BrandToSite } from '../../app/brand.tsx';
import { Preferences } from '../../app/preferences.tsx';
import { PageHeader } from '../../parts/page-header.tsx';

/** What surrounds the pages for people who are not signed in yet. */
export function SignInFrame({ title, about, children, below }: { title: string; about?: string; children: ReactNode; below?: ReactNode }) {
  return (
    <Container size={460} py={{ base: 'md', sm: 64 }}>
      <Group component="header" justify="space-between" mb="lg">
        <BrandToSite />
        <Group gap={4}>
          <Preferences />
        </Group>
      </Group>
      <Card component="main" padding="xl">
        <PageHeader title={title} about={about} />
        <Stack>{children}</Stack>
      </Card>
      {below !== undefined && (
        <Group justify="center" mt="lg" gap={6}>
          {below}
        </Group>
      )}
    </Container>
  );
}
