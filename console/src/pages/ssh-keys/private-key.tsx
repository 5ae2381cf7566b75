import type { GeneratedSshKey } from '@boreal/contract/people/ssh-keys.ts';
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { useCopy } from '../../parts/use-copy.ts';
import { useSshKeysText } from './text.ts';

/** The private half of a new pair, to be saved now or never. */
export function PrivateKey({ made, onKept }: { made: GeneratedSshKey; onKept: () => void }) {
  const t = useSshKeysText();
  const shell = useShellText();
  const key = useRef<HTMLTextAreaElement>(null);
  const { state, copy } = useCopy(key, made.privateKey);
  const file = useMemo(() => new Blob([made.privateKey], { type: 'application/octet-stream' }), [made.privateKey]);
  const fileName = `boreal-${made.name.replaceAll(/[^A-Za-z0-9._-]+/g, '-')}`;
  return (
    <Stack>
      <Alert color="yellow" variant="light">
        {t.privateText}
      </Alert>
      <Textarea
        ref={key}
        label={t.privateKey}
        value={made.privateKey}
        readOnly
        rows={7}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <Group>
        <Button variant="default" onClick={() => void copy()}>
          {state === 'copied' ? shell.copied : shell.copy}
        </Button>
        <Button variant="default" onClick={() => saveFile(file, fileName)}>
          {t.download}
        </Button>
      </Group>
      <Text size="sm" role="status">
        {state === 'selected' && shell.selected}
      </Text>
      <Text size="sm">{t.afterwards}</Text>
      <CopyText text={`chmod 600 ${fileName}`} name="chmod" />
      <Group justify="flex-end">
        <Button onClick={onKept}>{t.kept}</Button>
      </Group>
    </Stack>
  );
}
