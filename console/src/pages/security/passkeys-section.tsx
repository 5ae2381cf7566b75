import { removePasskey } from '@boreal/contract/api/auth-endpoints.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callAuth } from '../../api/call-auth.ts';
import { passkeysQuery, type Passkey } from '../../api/passkeys.ts';
import { useFormats } from '../../format/use-formats.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { Queried } from '../../parts/queried.tsx';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { useNoPasskeys } from '../../parts/use-no-passkeys.ts';
import { NamePasskey } from './name-passkey.tsx';
import { Section } from './section.tsx';
import { useSecurityText } from './text.ts';

/** Passkeys, which replace the password: added, named, removed. */
export function PasskeysSection() {
  const t = useSecurityText();
  const format = useFormats();
  const passkeys = useQuery(passkeysQuery);
  const queryClient = useQueryClient();
  // The passkey being named: null stands for one that is yet to be made.
  const [naming, setNaming] = useState<{ passkey: Passkey | null } | null>(null);
  const [leaving, setLeaving] = useState<Passkey | null>(null);
  const remove = useMutation({
    mutationFn: ({ id }: Passkey) => callAuth(removePasskey, { body: { id } }),
    onSuccess: async () => {
      setLeaving(null);
      notifyDone(t.removed);
      await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    },
  });
  const impossible = useNoPasskeys();
  const nameOf = ({ name }: Passkey) => name ?? t.passkeyUnnamed;
  return (
    <Section title={t.passkeys} about={t.passkeysAbout}>
      <Queried query={passkeys}>
        {(all) => (
          <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
            {all.length === 0 && (
              <Text component="li" size="sm">
                {t.passkeysNone}
              </Text>
            )}
            {all.map((passkey) => (
              <Group key={passkey.id} component="li" justify="space-between">
                <div>
                  <Text fw={600}>{nameOf(passkey)}</Text>
                  {passkey.createdAt && (
                    <Text size="sm" c="dimmed">
                      {t.passkeySince(format.date(passkey.createdAt))}
                    </Text>
                  )}
                </div>
                <Group gap={4}>
                  <Button size="xs" variant="subtle" aria-label={t.renameName(nameOf(passkey))} onClick={() => setNaming({ passkey })}>
                    {t.rename}
                  </Button>
                  <Button
                    size="xs"
                    variant="outline"
                    color="red"
                    aria-label={t.removeName(nameOf(passkey))}
                    onClick={() => setLeaving(passkey)}
                  >
                    {t.remove}
                  </Button>
                </Group>
              </Group>
            ))}
          </Stack>
        )}
      </Queried>
      <Group>
        <ReasonedButton variant="default" reason={impossible} onClick={() => setNaming({ passkey: null })}>
          {t.passkeyAdd}
        </ReasonedButton>
      </Group>
      {naming && <NamePasskey passkey={naming.passkey} onClose={() => setNaming(null)} />}
      <ConfirmDialog
        opened={leaving !== null}
        onClose={() => {
          remove.reset();
          setLeaving(null);
        }}
        title={t.removeTitle}
        text={leaving ? t.removeText(nameOf(leaving)) : ''}
        action={t.remove}
        destructive
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => leaving && remove.mutate(leaving)}
      />
    </Section>
  );
}
