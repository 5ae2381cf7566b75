import { Button, Code, Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { sshKeysQuery } from '../../api/ssh-keys.ts';
import { useAccountId } from '../../app/account.tsx';
import { ChoiceCard } from '../../parts/choice-card.tsx';
import { Queried } from '../../parts/queried.tsx';
import { AddKeyDialog } from '../ssh-keys/add-key-dialog.tsx';
import { useDeployText } from './text.ts';

/** One of the account's SSH keys, or a new one. */
export function KeyChoice({ chosen, onChoose }: { chosen: string | null; onChoose: (id: string) => void }) {
  const t = useDeployText();
  const keys = useQuery(sshKeysQuery(useAccountId()));
  const [adding, setAdding] = useState(false);
  const only = keys.data?.length === 1 ? keys.data[0]?.id : undefined;
  useEffect(() => {
    if (chosen === null && only !== undefined) onChoose(only);
  }, [chosen, only, onChoose]);
  return (
    <Stack gap="xs">
      <Radio.Group label={t.sshKey} description={t.sshKeyHint} value={chosen} onChange={onChoose} labelProps={{ fw: 650 }}>
        <Stack gap="xs" mt="xs">
          <Queried query={keys}>
            {(rows) =>
              rows.map(({ id, name, fingerprint }) => (
                <ChoiceCard key={id} value={id} title={name} text={<Code style={{ overflowWrap: 'anywhere' }}>{fingerprint}</Code>} />
              ))
            }
          </Queried>
          {keys.data?.length === 0 && (
            <Text size="sm" c="dimmed">
              {t.needKey}
            </Text>
          )}
        </Stack>
      </Radio.Group>
      <Group>
        <Button variant="default" size="xs" leftSection={<Plus size={14} aria-hidden />} onClick={() => setAdding(true)}>
          {t.addKey}
        </Button>
      </Group>
      <AddKeyDialog opened={adding} onClose={() => setAdding(false)} onAdded={({ id }) => onChoose(id)} />
    </Stack>
  );
}
