import { CloseButton } from '@mantine/core';
import { useId, useState } from 'react';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { isMac } from '../is-mac.ts';
import type { NavGroup } from '../nav-entry.ts';
import { hasSingleKeys, setSingleKeys } from '../single-keys.ts';
import { Keys } from './keys.tsx';
import { PaletteDialog } from './palette-dialog.tsx';
import classes from './palette.module.css';
import { usePaletteText } from './text.ts';

/** Which keys do what; and the switch for those that are letters alone. */
export function ShortcutsDialog({ groups, onClose }: { groups: readonly NavGroup[]; onClose: () => void }) {
  const t = usePaletteText();
  const shell = useShellText();
  const id = useId();
  const [single, setSingle] = useState(hasSingleKeys);
  return (
    <PaletteDialog name={t.shortcuts} onClose={onClose}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t.shortcuts}</h2>
        <CloseButton aria-label={shell.close} onClick={onClose} />
      </div>
      <div className={classes.shortcuts}>
        <Shortcuts
          title={t.everywhere}
          keys={[
            { name: shell.searchHint, keys: isMac() ? '⌘ K' : 'Ctrl K' },
            { name: t.thisList, keys: '?' },
          ]}
        />
        <Shortcuts
          title={t.goTo}
          keys={groups.flatMap(({ entries }) => entries.map(({ label, key }) => ({ name: shell.nav[label], keys: `g ${key}` })))}
        />
        <label className={classes.single} htmlFor={`${id}-single`}>
          <input
            id={`${id}-single`}
            type="checkbox"
            checked={single}
            aria-describedby={`${id}-about`}
            onChange={(event) => {
              setSingleKeys(event.currentTarget.checked);
              setSingle(event.currentTarget.checked);
            }}
          />
          {t.singleKeys}
        </label>
        <p id={`${id}-about`} className={classes.note}>
          {t.singleKeysAbout}
        </p>
      </div>
    </PaletteDialog>
  );
}

function Shortcuts({ title, keys }: { title: string; keys: readonly { name: string; keys: string }[] }) {
  return (
    <>
      <h3 className={classes.group}>{title}</h3>
      <dl className={classes.pairs}>
        {keys.map(({ name, keys: pressed }) => (
          <div key={pressed}>
            <dt>{name}</dt>
            <dd>
              <Keys keys={pressed} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
