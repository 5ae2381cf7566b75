import { NativeSelect } from '@mantine/core';

/** One of some values, or all of them: a list's filter. */
export function Choice<V extends string>(props: {
  label: string;
  all: string;
  options: readonly V[];
  nameOf: (value: V) => string;
  value: V | undefined;
  onChange: (value: V | undefined) => void;
}) {
  const { label, all, options, nameOf, value, onChange } = props;
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange(options.find((option) => option === event.currentTarget.value))}
      data={[{ value: '', label: all }, ...options.map((option) => ({ value: option, label: nameOf(option) }))]}
    />
  );
}
