import { NativeSelect } from '@mantine/core';
import { useOperatorText } from './text.ts';

/** One of some values, or all of them: a list's filter. */
export function Choice<V extends string>(props: {
  label: string;
  /** What having chosen none is called. */
  all?: string;
  options: readonly V[];
  names: Readonly<Record<V, string>>;
  value: V | undefined;
  onChange: (value: V | undefined) => void;
}) {
  const words = useOperatorText();
  const { label, all = words.all, options, names, value, onChange } = props;
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange(options.find((option) => option === event.currentTarget.value))}
      data={[{ value: '', label: all }, ...options.map((option) => ({ value: option, label: names[option] }))]}
    />
  );
}
