import { Alert, Stack, Text } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { CopyText } from './copy-text.tsx';

/** A secret that is shown now and never again. `name` says what it is, `about` what to do with it. */
export function SecretOnce({ name, text, about }: { name: string; text: string; about: string }) {
  return (
    <Alert color="boreal" variant="light" icon={<KeyRound aria-hidden />} title={name} role="status">
      <Stack gap="xs">
        <CopyText text={text} name={name} />
        <Text size="sm">{about}</Text>
      </Stack>
    </Alert>
  );
}
