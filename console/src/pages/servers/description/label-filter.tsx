import { labelText, type ServerLabel } from '@boreal/contract/servers/labels.ts';
import { Select } from '@mantine/core';
import { useDescriptionText } from './text.ts';

interface LabelFilterProps {
  readonly servers: readonly { readonly labels: readonly ServerLabel[] }[];
  readonly value: string | null;
  readonly onChange: (label: string | null) => void;
}

/** Chooses a label that some server has; nothing where none has any. */
export function LabelFilter({ servers, value, onChange }: LabelFilterProps) {
  const t = useDescriptionText();
  const labels = new Set(servers.flatMap((server) => server.labels.map(labelText)));
  // One that the address names stays, although no server has it any more: otherwise the list would be empty without a reason.
  if (value !== null) labels.add(value);
  if (labels.size === 0) return null;
  return (
    <Select
      aria-label={t.filter}
      placeholder={t.allLabels}
      clearable
      searchable
      value={value}
      onChange={onChange}
      data={[...labels].toSorted((a, b) => a.localeCompare(b))}
      w={185}
    />
  );
}
