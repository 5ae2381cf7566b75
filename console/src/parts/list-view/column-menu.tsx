import { Box, Button } from '@mantine/core';
import { Columns3 } from 'lucide-react';
import type { Column } from '../data-table.tsx';
import { Menu, MenuCheck, MenuItem, MenuLine } from '../menu.tsx';
import { withColumn } from './kept-list.rules.ts';
import { mayHide } from './use-chosen-columns.ts';
import { useKeptList, type ListName } from './use-kept-list.ts';
import { useListsText } from './use-lists-text.ts';

/** Which columns of a list are shown. Not on telephones, which show what there is room for. */
export function ColumnMenu<T>({ list, columns }: { list: ListName; columns: readonly Column<T>[] }) {
  const t = useListsText();
  const { kept, keep } = useKeptList(list);
  const choosable = columns.filter(mayHide);
  if (choosable.length < 2) return null;
  const isHidden = choosable.some(({ id }) => id !== undefined && kept.hidden.includes(id));
  return (
    <Box visibleFrom="md">
      <Menu
        floats
        target={(props) => (
          <Button {...props} variant="default" leftSection={<Columns3 size={16} aria-hidden />}>
            {t.columns}
          </Button>
        )}
      >
        {choosable.map(({ id = '', name }) => {
          const isShown = !kept.hidden.includes(id);
          return (
            <MenuCheck key={id} checked={isShown} onChange={() => keep(withColumn(kept, { id, isShown: !isShown }))}>
              {name}
            </MenuCheck>
          );
        })}
        {isHidden && <MenuLine />}
        {isHidden && <MenuItem onClick={() => keep({ ...kept, hidden: [] })}>{t.allColumns}</MenuItem>}
      </Menu>
    </Box>
  );
}
