import { Search } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import { useShellText } from '../i18n/use-shell-text.ts';
import { isMac } from './is-mac.ts';
import type { NavGroup } from './nav-entry.ts';
import classes from './palette-gate.module.css';
import { useShortcuts } from './use-shortcuts.ts';

/** What a shell's palette is given. */
export interface PaletteProps {
  readonly groups: readonly NavGroup[];
  readonly part: 'commands' | 'shortcuts';
  readonly onPart: (part: 'commands' | 'shortcuts') => void;
  readonly onClose: () => void;
}

/** The button in the bar that opens the palette, which is loaded then; and the keys that do. */
export function PaletteGate({ groups, palette: Palette }: { groups: readonly NavGroup[]; palette: ComponentType<PaletteProps> }) {
  const t = useShellText();
  const [part, setPart] = useState<PaletteProps['part'] | null>(null);
  useShortcuts(groups, setPart);
  return (
    <>
      <button
        type="button"
        className={classes.opens}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setPart('commands')}
      >
        <Search size={17} aria-hidden />
        <span>{t.search}</span>
        <kbd>{isMac() ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {part !== null && (
        <div className={classes.over}>
          <Palette groups={groups} part={part} onPart={setPart} onClose={() => setPart(null)} />
        </div>
      )}
    </>
  );
}
