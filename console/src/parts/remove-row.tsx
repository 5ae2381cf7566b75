import { ActionIcon } from '@mantine/core';
import { Trash2 } from 'lucide-react';

/** Takes a row of fields out of a form, level with the fields below their labels. */
export function RemoveRow({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon mt={26} variant="outline" color="red" size="lg" aria-label={label} onClick={onClick}>
      <Trash2 size={18} aria-hidden />
    </ActionIcon>
  );
}
