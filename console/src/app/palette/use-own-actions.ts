import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { CircleHelp, Languages, LayoutDashboard, LogOut, Monitor, Moon, ServerCog, Sun } from 'lucide-react';
import { useLanguage } from '../../i18n/language.tsx';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { useMe } from '../account.tsx';
import { sitePath } from '../site-path.ts';
import { useSignOut } from '../use-sign-out.ts';
import { useSpeak } from '../use-speak.ts';
import type { Command } from './command.ts';
import { usePaletteText } from './text.ts';

const schemes = { light: Sun, dark: Moon, auto: Monitor } as const;

/** What every signed-in person can do, in either console. */
export function useOwnActions({ side, onShortcuts }: { side: 'customer' | 'operator'; onShortcuts: () => void }): Command[] {
  const t = usePaletteText();
  const shell = useShellText();
  const me = useMe();
  const navigate = useNavigate();
  const { language } = useLanguage();
  const speak = useSpeak();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const action = (command: Omit<Command, 'group'>): Command => ({ group: 'actions', ...command });
  return [
    ...(side === 'customer' && me.operator
      ? [action({ id: 'to-operator', name: shell.toOperator, icon: ServerCog, run: () => void navigate({ to: '/operator' }) })]
      : []),
    ...(side === 'operator' && me.accounts.length > 0
      ? [action({ id: 'to-customer', name: shell.toCustomer, icon: LayoutDashboard, run: () => void navigate({ to: '/console' }) })]
      : []),
    ...(['light', 'dark', 'auto'] as const)
      .filter((scheme) => scheme !== colorScheme)
      .map((scheme) =>
        action({
          id: `scheme-${scheme}`,
          name: t.scheme[scheme],
          about: shell.appearance,
          icon: schemes[scheme],
          run: () => setColorScheme(scheme),
        }),
      ),
    action({
      id: 'language',
      name: t.actions.otherLanguage,
      about: shell.language,
      // Who reads neither language well knows its own name.
      words: [language === 'en' ? shell.languageName.fr : shell.languageName.en],
      icon: Languages,
      run: () => speak(language === 'en' ? 'fr' : 'en'),
    }),
    action({
      id: 'documentation',
      name: shell.help,
      icon: CircleHelp,
      run: () => void window.open(sitePath(language, '/docs'), '_blank', 'noopener'),
    }),
    action({ id: 'shortcuts', name: t.shortcuts, icon: CircleHelp, keys: '?', run: onShortcuts }),
    action({ id: 'sign-out', name: shell.signOut, icon: LogOut, run: signOut }),
  ];
}
