import type { KeyAccess } from '@boreal/contract/keys.ts';
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiKeysKey, createApiKey } from '../../api/keys.ts';
import { useAccountId } from '../../app/account.tsx';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { useApiKeysText } from './text.ts';

const accesses = ['full', 'read_only'] as const satisfies KeyAccess[];

/** Asks what the key is for, makes it, and shows it this once. */
export function CreateApiKey({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useApiKeysText();
  const shell = useShellText();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [access, setAccess] = useState<KeyAccess>('full');
  const create = useMutation({
    mutationFn: () => createApiKey(accountId, { name, access }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiKeysKey(accountId) }),
  });
  const close = () => {
    onClose();
    create.reset();
    setName('');
    setAccess('full');
  };
  const made = create.data;
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={made ? t.createdTitle(made.name) : t.create}
      size="lg"
      // What is shown once is not lost by a click beside it.
      closeOnClickOutside={!made}
    >
      {made ? (
        <Stack>
          <SecretOnce name={t.secret} text={made.key} about={t.secretAbout} />
          <Text size="sm" fw={600}>
            {t.tryIt}
          </Text>
          <CodeBlock name={t.tryIt} text={`curl -H 'Authorization: Bearer ${made.key}' ${window.location.origin}/api/servers`} />
          <Group justify="flex-end">
            <Button onClick={close}>{t.done}</Button>
          </Group>
        </Stack>
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            create.mutate();
          }}
        >
          <Stack>
            <TextInput
              label={t.name}
              description={t.nameHint}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              error={fieldError(create.error, 'name')}
              maxLength={100}
              autoComplete="off"
              data-autofocus
            />
            <Radio.Group label={t.access} value={access} onChange={(value) => setAccess(value === 'read_only' ? 'read_only' : 'full')}>
              <Stack gap="xs" mt={6}>
                {accesses.map((one) => (
                  <Radio key={one} value={one} label={t.accesses[one]} description={t.accessAbout[one]} />
                ))}
              </Stack>
            </Radio.Group>
            {create.error && <ErrorNotice error={create.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {shell.cancel}
              </Button>
              <Button type="submit" loading={create.isPending}>
                {t.create}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
