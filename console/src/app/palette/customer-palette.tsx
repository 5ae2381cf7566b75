import { useState } from 'react';
import type { PaletteProps } from '../palette-gate.tsx';
import { Palette } from './palette.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useCustomerActions } from './use-customer-actions.ts';
import { useCustomerPages } from './use-customer-pages.ts';
import { useCustomerThings } from './use-customer-things.ts';
import { useOwnActions } from './use-own-actions.ts';
import { useNavPages } from './use-nav-pages.ts';

/** All that a customer can find: pages, what the account has, and what one can do. */
export function CustomerPalette({ groups, part, onPart, onClose }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const pages = useNavPages(groups);
  const subpages = useCustomerPages();
  const actions = useCustomerActions();
  const own = useOwnActions({ side: 'customer', onShortcuts: () => onPart('shortcuts') });
  const { things, state } = useCustomerThings();
  if (part === 'shortcuts') return <ShortcutsDialog groups={groups} onClose={onClose} />;
  return (
    <Palette
      commands={[...pages, ...subpages, ...actions, ...own, ...things]}
      typed={typed}
      onType={setTyped}
      state={state}
      onClose={onClose}
    />
  );
}
