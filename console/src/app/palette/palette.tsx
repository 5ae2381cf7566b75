import { CloseButton } from '@mantine/core';
import { Search } from 'lucide-react';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useShellText } from '../../i18n/use-shell-text.ts';
import type { Command } from './command.ts';
import { findCommands } from './find-commands.rules.ts';
import { Keys } from './keys.tsx';
import { PaletteDialog } from './palette-dialog.tsx';
import classes from './palette.module.css';
import { usePaletteText } from './text.ts';

interface PaletteProps {
  readonly commands: readonly Command[];
  readonly typed: string;
  readonly onType: (typed: string) => void;
  /** Something that could be found is still on its way, or did not come. */
  readonly state: 'complete' | 'loading' | 'incomplete';
  readonly onClose: () => void;
}

/** A field, and below it what fits what is typed: the arrows choose, Enter goes there. As ARIA describes a combobox with a list. */
export function Palette({ commands, typed, onType, state, onClose }: PaletteProps) {
  const t = usePaletteText();
  const shell = useShellText();
  const id = useId();
  const groups = findCommands(commands, typed);
  const found = groups.flatMap(({ commands: of }) => of);
  // By its id: what comes later must not change what Enter does.
  const [chosenId, setChosenId] = useState<string | null>(null);
  const at = Math.max(
    0,
    found.findIndex((command) => command.id === chosenId),
  );
  const chosen = found[at];
  const optionOf = (command: Command) => `${id}-${command.id}`;
  useEffect(() => {
    if (chosenId !== null) document.getElementById(`${id}-${chosenId}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosenId]);

  const run = (command: Command) => {
    // First, so that the focus goes back before anything else takes it.
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      run(chosen);
    }
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 }[event.key];
    if (step === undefined || found.length === 0) return;
    event.preventDefault();
    const single = Math.abs(step) === 1;
    const next = single ? (at + step + found.length) % found.length : Math.min(found.length - 1, Math.max(0, at + step));
    setChosenId(found[next]?.id ?? null);
  };

  return (
    <PaletteDialog name={shell.searchHint} onClose={onClose}>
      <div className={classes.head}>
        <Search size={18} aria-hidden />
        <input
          className={classes.field}
          role="combobox"
          aria-label={t.field}
          aria-expanded={found.length > 0}
          aria-controls={found.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={chosen && optionOf(chosen)}
          aria-autocomplete="list"
          placeholder={t.field}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onChange={(event) => {
            onType(event.currentTarget.value);
            setChosenId(null);
          }}
          onKeyDown={onKeyDown}
        />
        <CloseButton aria-label={shell.close} onClick={onClose} />
      </div>
      {found.length > 0 && (
        <div id={`${id}-list`} role="listbox" aria-label={t.results} className={classes.list}>
          {groups.map(({ group, commands: of }) => (
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <div id={`${id}-${group}`} role="presentation" className={classes.group}>
                {t.groups[group]}
              </div>
              {of.map((command) => (
                <Option
                  key={command.id}
                  id={optionOf(command)}
                  command={command}
                  isChosen={command === chosen}
                  onPoint={() => setChosenId(command.id)}
                  onRun={() => run(command)}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      <div role="status" className={found.length === 0 || state !== 'complete' ? classes.told : 'unseen'}>
        {state === 'incomplete' && t.incomplete}
        {state === 'loading' && shell.loading}
        {state === 'complete' && (found.length === 0 ? t.nothing(typed) : t.count(found.length))}
      </div>
      <div className={classes.foot} aria-hidden>
        <Keys keys="↑ ↓" /> {t.choose} <Keys keys="↵" /> {t.open} <Keys keys="Esc" /> {t.leave}
      </div>
    </PaletteDialog>
  );
}

interface OptionProps {
  readonly id: string;
  readonly command: Command;
  readonly isChosen: boolean;
  readonly onPoint: () => void;
  readonly onRun: () => void;
}

function Option({ id, command: { name, about, icon: Icon, keys }, isChosen, onPoint, onRun }: OptionProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classes.option}
      onPointerMove={() => !isChosen && onPoint()}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <Icon size={17} aria-hidden />
      <span className={classes.name}>{name}</span>
      {about !== undefined && <span className={classes.about}>{about}</span>}
      {keys !== undefined && (
        <span className={classes.keys} aria-hidden>
          <Keys keys={keys} />
        </span>
      )}
    </button>
  );
}
