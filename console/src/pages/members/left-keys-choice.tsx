import { LeftKeys } from '@boreal/contract/people/members.ts';
import { Radio, Stack } from '@mantine/core';
import { useMembersText } from './text.ts';

interface ChoiceProps {
  readonly count: number;
  readonly keys: LeftKeys;
  readonly onChange: (keys: LeftKeys) => void;
  readonly note?: string;
}

/** What happens to the keys of somebody who leaves, or may no longer have them. */
export function LeftKeysChoice({ count, keys, onChange, note }: ChoiceProps) {
  const t = useMembersText();
  return (
    <Radio.Group label={t.keysOf(count)} description={note} value={keys} onChange={(value) => onChange(LeftKeys.parse(value))}>
      <Stack gap="xs" mt={6}>
        {LeftKeys.options.map((one) => (
          <Radio key={one} value={one} label={t.keys[one]} description={t.keysAre[one]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
