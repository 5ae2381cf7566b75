import { Button, Group, Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../parts/code-block.tsx';
import { useSecurityText } from './text.ts';

/** The codes for signing in without the phone, shown once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useSecurityText();
  return (
    <Stack>
      <Text size="sm">{t.codesAbout}</Text>
      <CodeBlock text={codes.join('\n')} name={t.codesTitle} />
      <Group justify="flex-end">
        <Button onClick={onKept} data-autofocus>
          {t.codesKept}
        </Button>
      </Group>
    </Stack>
  );
}
