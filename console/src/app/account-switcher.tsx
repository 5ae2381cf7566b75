import { Button, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import { useShellText } from '../i18n/use-shell-text.ts';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { useCurrentAccount, useMe } from './account.tsx';

/** The current account; people with several can switch. */
export function AccountSwitcher() {
  const t = useShellText();
  const { accounts } = useMe();
  const { account, choose } = useCurrentAccount();
  const navigate = useNavigate();
  if (accounts.length === 1) {
    return (
      <Text size="sm" fw={500} truncate miw={0} maw={240} title={`${t.account}: ${account.name}`}>
        {account.name}
      </Text>
    );
  }
  return (
    <Menu
      head={t.switchAccount}
      target={(props) => (
        <Button
          {...props}
          variant="default"
          size="xs"
          miw={0}
          maw={260}
          style={{ flexShrink: 1 }}
          rightSection={<ChevronsUpDown size={14} aria-hidden />}
          aria-label={`${t.switchAccount}: ${account.name}`}
        >
          {account.name}
        </Button>
      )}
    >
      {accounts.map(({ id, name }) => (
        <MenuItem
          key={id}
          current={id === account.id}
          onClick={() => {
            choose(id);
            void navigate({ to: '/console' });
          }}
        >
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
