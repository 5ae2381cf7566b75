import { useNavigate } from '@tanstack/react-router';
import { useShellText } from '../../i18n/use-shell-text.ts';
import type { NavGroup } from '../nav-entry.ts';
import type { Command } from './command.ts';

/** The pages that the navigation lists, with their shortcuts. */
export function useNavPages(groups: readonly NavGroup[]): Command[] {
  const t = useShellText();
  const navigate = useNavigate();
  return groups.flatMap(({ name, entries }) =>
    entries.map(({ to, label, icon, key }) => ({
      id: `page-${label}`,
      group: 'pages' as const,
      name: t.nav[label],
      about: name === null ? undefined : t.navGroups[name],
      icon,
      keys: `g ${key}`,
      run: () => void navigate({ to }),
    })),
  );
}
