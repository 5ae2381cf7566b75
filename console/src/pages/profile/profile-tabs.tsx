import { Group } from '@mantine/core';
import { LinkButton } from '../../parts/page-links.tsx';
import { useProfileText } from './text.ts';

/** The account's profile and one's own, side by side. */
export function ProfileTabs({ at }: { at: 'account' | 'security' }) {
  const t = useProfileText();
  const pages = [
    { is: 'account', to: '/console/profile', name: t.tabAccount },
    { is: 'security', to: '/console/profile/security', name: t.tabSecurity },
  ] as const;
  return (
    <Group component="nav" aria-label={t.tabs} gap="xs" mb="lg">
      {pages.map(({ is, to, name }) => (
        <LinkButton
          key={is}
          activeOptions={{ exact: true }}
          to={to}
          size="sm"
          variant={is === at ? 'light' : 'subtle'}
          aria-current={is === at ? 'page' : undefined}
        >
          {name}
        </LinkButton>
      ))}
    </Group>
  );
}
