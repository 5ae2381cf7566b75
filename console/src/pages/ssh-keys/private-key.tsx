import type { GeneratedSshKey } from '@boreal/contract/ssh-keys.ts';
import { Alert, Button, CopyButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMemo } from 'react';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { useSshKeysText } from './text.ts';

/** The private half of a new pair, to be kept now or never. */
export function PrivateKey({ made, onKept }: { made: GeneratedSshKey; onKept: () => void }) {
  const t = useSshKeysText();
  const shell = useShellText();
  const file = useMemo(() => new Blob([made.privateKey], { type: 'application/octet-stream' }), [made.privateKey]);
  const fileName = `boreal-${made.name.replaceAll(/[^A-Za-z0-9._-]+/g, '-')}`;
  return (
    <Stack>
      <Alert color="yellow" variant="light">
        {t.privateText}
      </Alert>
      <Textarea label={t.privateKey} value={made.privateKey} readOnly rows={7} ff="monospace" />
      <Group>
        <CopyButton value={made.privateKey}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? shell.copied : shell.copy}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={() => save(file, fileName)}>
          {t.download}
        </Button>
      </Group>
      <Text size="sm">{t.afterwards}</Text>
      <CopyText text={`chmod 600 ${fileName}`} name="chmod" />
      <Group justify="flex-end">
        <Button onClick={onKept}>{t.kept}</Button>
      </Group>
    </Stack>
  );
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
