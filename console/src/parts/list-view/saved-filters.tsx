import { Button } from '@mantine/core';
import { Bookmark, Check } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { Menu, MenuItem, MenuLine } from '../menu.tsx';
import { filterOf, searchOf, type ListFilter } from './list-filter.rules.ts';
import { useKeptList, type ListName } from './use-kept-list.ts';
import type { KeptFilter } from './use-list-filter.ts';
import { useListsText } from './use-lists-text.ts';

/** Loaded when they are opened: most look at a list without saving anything. */
const SaveFilterDialog = lazyPart('save-filter', async () => (await import('./save-filter-dialog.tsx')).SaveFilterDialog, 0);
const ManageFiltersDialog = lazyPart('manage-filters', async () => (await import('./manage-filters-dialog.tsx')).ManageFiltersDialog, 0);

/** The filters that somebody saved for a list: which of them is in force, to apply another, to save the present one. */
export function SavedFilters<F extends ListFilter>({
  list,
  filter: { filter, setFilter, read },
}: {
  list: ListName;
  filter: KeptFilter<F>;
}) {
  const t = useListsText();
  const { kept } = useKeptList(list);
  const [opened, setOpened] = useState<'save' | 'manage' | null>(null);
  const here = searchOf(filter);
  const inForce = here === '' ? undefined : kept.saved.find(({ search }) => searchOf(filterOf(search, read)) === here);
  return (
    <>
      <Menu
        floats
        target={(props) => (
          <Button
            {...props}
            variant={inForce === undefined ? 'default' : 'light'}
            maw={280}
            leftSection={<Bookmark size={16} aria-hidden fill={inForce === undefined ? 'none' : 'currentColor'} />}
          >
            {inForce === undefined ? t.savedFilters : t.inForce(inForce.name)}
          </Button>
        )}
      >
        {kept.saved.map((one) => (
          <MenuItem
            key={one.name}
            current={one === inForce}
            icon={<Check size={14} aria-hidden visibility={one === inForce ? undefined : 'hidden'} style={{ flexShrink: 0 }} />}
            onClick={() => setFilter(filterOf(one.search, read))}
          >
            {one.name}
          </MenuItem>
        ))}
        {kept.saved.length > 0 && <MenuLine />}
        <MenuItem reason={here === '' ? t.nothingToSave : null} onClick={() => setOpened('save')}>
          {t.saveThis}
        </MenuItem>
        {kept.saved.length > 0 && <MenuItem onClick={() => setOpened('manage')}>{t.manage}</MenuItem>}
      </Menu>
      {opened === 'save' && <SaveFilterDialog list={list} search={here} onClose={() => setOpened(null)} />}
      {opened === 'manage' && <ManageFiltersDialog list={list} search={here} onClose={() => setOpened(null)} />}
    </>
  );
}
