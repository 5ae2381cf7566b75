import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useState } from 'react';

const PAUSE_MS = 300;

/** The search text, once typing pauses; undefined for none. */
export function useSearch() {
  const [written, write] = useState('');
  const [search] = useDebouncedValue(written.trim(), PAUSE_MS);
  return { written, write, search: search === '' ? undefined : search };
}

export function SearchBox({ label, written, write }: { label: string; written: string; write: (text: string) => void }) {
  return (
    <TextInput
      type="search"
      label={label}
      value={written}
      maxLength={100}
      onChange={(event) => write(event.currentTarget.value)}
      leftSection={<Search size={16} aria-hidden />}
      w={{ base: '100%', xs: 320 }}
    />
  );
}
