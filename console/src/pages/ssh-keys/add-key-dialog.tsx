import { generateSshKey } from '@boreal/contract/endpoints/console/ssh-keys.ts';
import { addSshKey } from '@boreal/contract/endpoints/ssh-keys.ts';
import { AddSshKeyRequest, type GeneratedSshKey, type SshKey } from '@boreal/contract/people/ssh-keys.ts';
import { SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { sshKeysQuery } from '../../api/ssh-keys.ts';
import { useAccountId } from '../../app/account.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FormEnd } from '../../parts/form-buttons.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { RequestForm } from '../../parts/request-form.tsx';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { PrivateKey } from './private-key.tsx';
import { useSshKeysText } from './text.ts';

interface AddKeyDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Called with the new key, however it was made. */
  readonly onAdded?: (key: SshKey) => void;
}

/** Adds an existing public key, or makes a pair and shows its private half once. */
export function AddKeyDialog({ opened, onClose, onAdded }: AddKeyDialogProps) {
  const t = useSshKeysText();
  const [made, setMade] = useState<GeneratedSshKey | null>(null);
  const close = () => {
    setMade(null);
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={made ? t.privateTitle : t.dialogTitle}
      size="lg"
      // An unsaved private key is lost: only its button closes the dialog.
      closeOnClickOutside={made === null}
      closeOnEscape={made === null}
      withCloseButton={made === null}
    >
      {made ? <PrivateKey made={made} onKept={close} /> : <AddKeyForm onAdded={onAdded} onMade={setMade} onClose={close} />}
    </Dialog>
  );
}

interface AddKeyFormProps {
  readonly onAdded: ((key: SshKey) => void) | undefined;
  readonly onMade: (made: GeneratedSshKey) => void;
  readonly onClose: () => void;
}

function AddKeyForm({ onAdded, onMade, onClose }: AddKeyFormProps) {
  const t = useSshKeysText();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const [by, setBy] = useState<'paste' | 'generate'>('paste');
  const form = useRequestForm({
    initialValues: { name: '', publicKey: '' },
    schema: by === 'generate' ? AddSshKeyRequest.pick({ name: true }) : AddSshKeyRequest,
    request: ({ name, publicKey }) => (by === 'generate' ? { name } : { name, publicKey }),
    send: async ({ name, publicKey }) => {
      const made = publicKey === undefined ? await call(generateSshKey, { params: { accountId }, body: { name } }) : null;
      const key = made ?? (await call(addSshKey, { params: { accountId }, body: { name, publicKey: publicKey ?? '' } }));
      await queryClient.invalidateQueries(sshKeysQuery(accountId));
      onAdded?.(key);
      if (made) return onMade(made);
      notifyDone(t.added(key.name));
      onClose();
    },
  });
  return (
    <RequestForm form={form}>
      <Stack>
        <SegmentedControl
          aria-label={t.dialogTitle}
          value={by}
          onChange={(value) => setBy(value === 'generate' ? 'generate' : 'paste')}
          data={[
            { value: 'paste', label: t.paste },
            { value: 'generate', label: t.generate },
          ]}
        />
        <TextInput label={t.name} {...form.field('name')} data-autofocus />
        {by === 'paste' ? (
          <Textarea label={t.publicKey} description={t.publicKeyHint} {...form.field('publicKey')} rows={4} spellCheck={false} />
        ) : (
          <Text size="sm">{t.generateHint}</Text>
        )}
        <FormEnd form={form}>{by === 'paste' ? t.add : t.makePair}</FormEnd>
      </Stack>
    </RequestForm>
  );
}
