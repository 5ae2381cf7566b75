import { unlinkIdentity } from '@boreal/contract/endpoints/console/identities.ts';
import { identityProviderNames, IdentityProvider, type Identity } from '@boreal/contract/people/identities.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { leaveFor, waysInQuery } from '../../api/identities.ts';
import { offeredIdentities } from '../../app/offered-identities.ts';
import { useFormats } from '../../format/use-formats.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { IdentityIcon } from '../../parts/identity-icon.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { Section } from './section.tsx';
import { useSecurityText } from './text.ts';

/** Google and GitHub: those that the site offers, and those that sign the person in all the same. Not there where there are none. */
export function IdentitiesSection() {
  const t = useSecurityText();
  const format = useFormats();
  const queryClient = useQueryClient();
  const own = useQuery(waysInQuery).data?.identities;
  const [leaving, setLeaving] = useState<Identity | null>(null);
  const add = useMutation({ mutationFn: (provider: IdentityProvider) => leaveFor(provider, { to: 'link' }) });
  const remove = useMutation({
    mutationFn: ({ provider }: Identity) => call(unlinkIdentity, { params: { provider } }),
    onSuccess: async (_answer, { provider }) => {
      setLeaving(null);
      notifyDone(t.identityRemoved(identityProviderNames[provider]));
      await queryClient.invalidateQueries({ queryKey: waysInQuery.queryKey });
    },
  });
  if (own === undefined) return null;
  const offered = offeredIdentities();
  const rows = IdentityProvider.options.flatMap((provider) => {
    const identity = own.find((one) => one.provider === provider) ?? null;
    return identity !== null || offered.includes(provider) ? [{ provider, name: identityProviderNames[provider], identity }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <Section title={t.identities} about={t.identitiesAbout}>
      {add.error && <ErrorNotice error={add.error} />}
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {rows.map(({ provider, name, identity }) => (
          <Group key={provider} component="li" justify="space-between">
            <Group gap="sm" wrap="nowrap" miw={0}>
              <IdentityIcon provider={provider} />
              <div>
                <Text fw={600}>{name}</Text>
                <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {identity === null
                    ? t.identityNone
                    : [identity.label, t.passkeySince(format.date(identity.linkedAt))].filter(Boolean).join(' · ')}
                </Text>
              </div>
            </Group>
            {identity === null ? (
              <Button
                size="xs"
                variant="default"
                loading={add.isPending && add.variables === provider}
                onClick={() => add.mutate(provider)}
              >
                {t.identityAdd(name)}
              </Button>
            ) : (
              <Button size="xs" variant="outline" color="red" onClick={() => setLeaving(identity)}>
                {t.identityRemove(name)}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      <ConfirmDialog
        opened={leaving !== null}
        onClose={() => {
          remove.reset();
          setLeaving(null);
        }}
        title={leaving ? t.identityRemoveTitle(identityProviderNames[leaving.provider]) : ''}
        text={leaving ? t.identityRemoveText(leaving.label ?? identityProviderNames[leaving.provider]) : ''}
        action={t.remove}
        destructive
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => leaving && remove.mutate(leaving)}
      />
    </Section>
  );
}
