import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useScope } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { Dialog } from '../dialog.tsx';
import { DialogButtons } from '../form-buttons.tsx';
import { notifyDone } from '../notify.ts';
import { isFull, NAME_MAX, namedFilter, SAVED_MAX, withFilter } from './kept-list.rules.ts';
import { useKeptList, type ListName } from './use-kept-list.ts';
import { useSavedFiltersText } from './use-saved-filters-text.ts';

export interface FilterDialogProps {
  readonly list: ListName;
  /** The present filter. */
  readonly search: string;
  readonly onClose: () => void;
}

/** Gives the present filter a name; under one that is taken, it replaces the other, and says so before. */
export function SaveFilterDialog({ list, search, onClose }: FilterDialogProps) {
  const t = useSavedFiltersText();
  const format = useFormats();
  const isOperator = useScope() === 'operator';
  const { kept, keep } = useKeptList(list);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const name = typed.trim();
  const taken = namedFilter(kept, name);
  const save = () => {
    if (name === '') return setWrong(t.nameNeeded);
    if (isFull(kept, name)) return setWrong(t.full(format.number(SAVED_MAX)));
    if (!keep(withFilter(kept, { name, search }))) return setWrong(t.notKept);
    notifyDone(taken === undefined ? t.saved(name) : t.replaced(name));
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t.saveTitle}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Stack>
          <Text size="sm">{isOperator ? t.saveAboutOperator : t.saveAbout}</Text>
          <TextInput
            label={t.name}
            value={typed}
            maxLength={NAME_MAX}
            autoComplete="off"
            data-autofocus
            error={wrong}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setWrong(null);
            }}
          />
          {taken !== undefined && (
            <Alert variant="light" color="orange" p="sm" role="status">
              {t.replaces(taken.name)}
            </Alert>
          )}
          <DialogButtons onCancel={onClose}>
            <Button type="submit">{taken === undefined ? t.save : t.replace}</Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
