import { TextInput } from '@mantine/core';
import { Search } from 'lucide-react';

export function SearchBox({ label, value, onChange }: { label: string; value: string | undefined; onChange: (text: string) => void }) {
  return (
    <TextInput
      type="search"
      label={label}
      value={value ?? ''}
      maxLength={100}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<Search size={16} aria-hidden />}
      w={{ base: '100%', xs: 320 }}
    />
  );
}
