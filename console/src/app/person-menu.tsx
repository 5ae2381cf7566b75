import { signOut } from '@boreal/contract/auth-endpoints.ts';
import { ActionIcon, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { CircleUser, LayoutDashboard, LogOut, ServerCog } from 'lucide-react';
import { callAuth } from '../api/call-auth.ts';
import { useShellText } from '../i18n/use-shell-text.ts';
import { useErrorText } from '../parts/error-notice.tsx';
import { Menu, menuItem, MenuItem } from '../parts/menu.tsx';
import { forgetNotices, notifyProblem } from '../parts/notify.ts';
import { useMe } from './account.tsx';
import { SIGN_OUT } from './query-client.ts';

/** The signed-in person; signing out, and for operators the switch between the two consoles. */
export function PersonMenu({ side }: { side: 'customer' | 'operator' }) {
  const t = useShellText();
  const me = useMe();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const leave = useMutation({
    mutationKey: SIGN_OUT,
    mutationFn: () => callAuth(signOut),
    onSuccess: async () => {
      forgetNotices();
      await navigate({ to: '/login' });
      queryClient.clear();
    },
    // Somebody who leaves a shared machine must not believe that nobody is signed in.
    onError: (error) => notifyProblem({ message: `${t.notSignedOut} ${errorText(error)}`, close: t.close }),
  });
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
      <MenuItem icon={<LogOut size={16} aria-hidden />} onClick={() => leave.mutate()}>
        {t.signOut}
      </MenuItem>
    </Menu>
  );
}
