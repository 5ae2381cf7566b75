import { createApiKey } from '@boreal/contract/endpoints/console/api-keys.ts';
import { CreateApiKeyRequest } from '@boreal/contract/people/keys.ts';
import type { KeyAccess } from '@boreal/contract/people/keys.ts';
import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { apiKeysKey } from '../../api/keys.ts';
import { useAccountId } from '../../app/account.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogButtons, SubmitButton } from '../../parts/form-buttons.tsx';
import { FormProblem, RequestForm } from '../../parts/request-form.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { useApiKeysText } from './text.ts';

const accesses = ['full', 'read_only'] as const satisfies KeyAccess[];

const NEW_KEY: { readonly name: string; readonly access: KeyAccess } = { name: '', access: 'full' };

/** Asks what the key is for, makes it, and shows it once. */
export function CreateApiKey({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useApiKeysText();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const form = useRequestForm({
    initialValues: NEW_KEY,
    schema: CreateApiKeyRequest,
    request: (values) => values,
    send: (request) => call(createApiKey, { params: { accountId }, body: request }),
    onSent: () => queryClient.invalidateQueries({ queryKey: apiKeysKey(accountId) }),
  });
  const close = () => {
    onClose();
    form.reset();
  };
  const made = form.answer;
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={made ? t.createdTitle(made.name) : t.create}
      size="lg"
      // What is shown once must not be lost by a click beside it.
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
        <RequestForm form={form}>
          <Stack>
            <TextInput label={t.name} description={t.nameHint} {...form.field('name')} maxLength={100} autoComplete="off" data-autofocus />
            <Radio.Group label={t.access} {...form.field('access')}>
              <Stack gap="xs" mt={6}>
                {accesses.map((one) => (
                  <Radio key={one} value={one} label={t.accesses[one]} description={t.accessAbout[one]} />
                ))}
              </Stack>
            </Radio.Group>
            <FormProblem form={form} />
            <DialogButtons onCancel={close}>
              <SubmitButton form={form}>{t.create}</SubmitButton>
            </DialogButtons>
          </Stack>
        </RequestForm>
      )}
    </Dialog>
  );
}
