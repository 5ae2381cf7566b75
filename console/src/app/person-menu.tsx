import { ActionIcon, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CircleUser, LayoutDashboard, LogOut, ServerCog } from 'lucide-react';
import { useShellText } from '../i18n/use-shell-text.ts';
import { Menu, menuItem, MenuItem } from '../parts/menu.tsx';
import { useMe } from './account.tsx';
import { useSignOut } from './use-sign-out.ts';

/** The signed-in person; signing out, and for operators the switch between the two consoles. */
export function PersonMenu({ side }: { side: 'customer' | 'operator' }) {
  const t = useShellText();
  const me = useMe();
  const leave = useSignOut();
  return (
    <Menu
      target={(props) => (
        <ActionIcon {...props} variant="subtle" color="gray" size="lg" aria-label={t.yourMenu(me.name)}>
          <CircleUser size={20} aria-hidden />
        </ActionIcon>
      )}
      head={
        <>
          <Text size="sm" fw={600} c="var(--mantine-color-text)">
            {me.name}
          </Text>
          <Text size="xs">{me.email}</Text>
        </>
      }
    >
      {side === 'customer' && me.operator && (
        <Link to="/operator" {...menuItem}>
          <ServerCog size={16} aria-hidden />
          {t.toOperator}
        </Link>
      )}
      {side === 'operator' && me.accounts.length > 0 && (
        <Link to="/console" {...menuItem}>
          <LayoutDashboard size={16} aria-hidden />
          {t.toCustomer}
        </Link>
      )}
      <MenuItem icon={<LogOut size={16} aria-hidden />} onClick={leave}>
        {t.signOut}
      </MenuItem>
    </Menu>
  );
}
