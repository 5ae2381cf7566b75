import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { addPasskey, passkeysQuery, renamePasskey, type Passkey } from '../../api/security.ts';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useSecurityText } from './text.ts';

/** Names a passkey: a new one, which the browser then makes, or one that is there. */
export function NamePasskey({ passkey, onClose }: { passkey: Passkey | null; onClose: () => void }) {
  const t = useSecurityText();
  const shell = useShellText();
  const queryClient = useQueryClient();
  const [name, setName] = useState(passkey?.name ?? '');
  const save = useMutation({
    mutationFn: () => (passkey === null ? addPasskey(name) : renamePasskey(passkey.id, name)).then(() => true),
    onSuccess: async () => {
      notifyDone(passkey === null ? t.passkeyAdded : t.renamed);
      onClose();
      await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    },
  });
  const action = passkey === null ? t.passkeyAdd : t.rename;
  return (
    <Dialog opened onClose={onClose} title={action}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack>
          <TextInput
            label={t.passkeyName}
            description={t.passkeyNameHint}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldError(save.error, 'name')}
            maxLength={100}
            autoComplete="off"
            data-autofocus
          />
          {/* What the browser throws when nobody answers is no refusal of ours. */}
          {save.error && (isApiError(save.error) ? <ErrorNotice error={save.error} /> : <ProblemNotice text={t.passkeyUnanswered} />)}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {shell.cancel}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
