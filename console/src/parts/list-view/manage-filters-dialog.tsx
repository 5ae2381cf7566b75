import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../dialog.tsx';
import { notifyDone } from '../notify.ts';
import { withFilter, withoutFilter, type KeptList } from './kept-list.rules.ts';
import type { FilterDialogProps } from './save-filter-dialog.tsx';
import { useKeptList } from './use-kept-list.ts';
import { useSavedFiltersText } from './use-saved-filters-text.ts';

/** All filters that somebody saved for a list: each may be replaced with the present one, or deleted. */
export function ManageFiltersDialog({ list, search, onClose }: FilterDialogProps) {
  const t = useSavedFiltersText();
  const { kept, keep } = useKeptList(list);
  const [isRefused, setIsRefused] = useState(false);
  const change = (next: KeptList) => {
    const isKept = keep(next);
    setIsRefused(!isKept);
    return isKept;
  };
  return (
    <Dialog opened onClose={onClose} title={t.manageTitle}>
      <Stack>
        {kept.saved.length === 0 && <Text size="sm">{t.noneSaved}</Text>}
        {kept.saved.map(({ name, search: was }) => (
          <Group key={name} justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
            <Text className="wraps" fw={600} size="sm" pt={4}>
              {name}
            </Text>
            <Group gap="xs" justify="flex-end">
              {search !== '' && search !== was && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t.replaceNamed(name)}
                  onClick={() => change(withFilter(kept, { name, search })) && notifyDone(t.replaced(name))}
                >
                  {t.replaceWith}
                </Button>
              )}
              <Button
                size="xs"
                variant="default"
                c="red"
                aria-label={t.deleteNamed(name)}
                onClick={() => change(withoutFilter(kept, name))}
              >
                {t.delete}
              </Button>
            </Group>
          </Group>
        ))}
        {isRefused && (
          <Alert color="red" variant="light" p="sm">
            {t.notKept}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
