import { TextInput } from '@mantine/core';
import { Search } from 'lucide-react';

interface SearchBoxProps {
  readonly label: string;
  /** What may be searched for. */
  readonly hint?: string;
  readonly value: string | undefined;
  readonly onChange: (text: string) => void;
}

/** A whole line of a telephone; beside other fields, the room that they leave. */
export function SearchBox({ label, hint, value, onChange }: SearchBoxProps) {
  return (
    <TextInput
      type="search"
      label={label}
      description={hint}
      value={value ?? ''}
      maxLength={100}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<Search size={16} aria-hidden />}
      flex={{ base: '1 1 100%', xs: '1 1 150px' }}
      maw={{ xs: 320 }}
    />
  );
}
