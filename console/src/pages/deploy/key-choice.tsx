import type { SshKey } from '@boreal/contract/people/ssh-keys.ts';
import { Button, Code, Group, Radio, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { sshKeysQuery } from '../../api/ssh-keys.ts';
import { useAccountId } from '../../app/account.tsx';
import { ChoiceCard } from '../../parts/choice-card.tsx';
import { Queried } from '../../parts/queried.tsx';
import { AddKeyDialog } from '../ssh-keys/add-key-dialog.tsx';
import { keepKey, keptKey } from './kept-key.ts';
import { useDeployText } from './text.ts';
import { usualKey } from './usual-key.rules.ts';

/** How many are shown at once, with all that tells them apart. */
const SHOWN_MAX = 4;

/** One of the account's SSH keys, or a new one. The one used last in this browser is chosen already, else the newest. */
export function KeyChoice({ chosen, onChoose }: { chosen: string | null; onChoose: (id: string) => void }) {
  const t = useDeployText();
  const accountId = useAccountId();
  const keys = useQuery(sshKeysQuery(accountId));
  const [adding, setAdding] = useState(false);
  const usual = usualKey(keys.data ?? [], keptKey(accountId))?.id;
  useEffect(() => {
    if (chosen === null && usual !== undefined) onChoose(usual);
  }, [chosen, usual, onChoose]);
  const choose = (id: string) => {
    keepKey(accountId, id);
    onChoose(id);
  };
  return (
    <Stack gap="xs">
      <Queried query={keys}>{(rows) => <Keys keys={rows} chosen={chosen} onChoose={choose} />}</Queried>
      {keys.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.needKey}
        </Text>
      )}
      <Group>
        <Button variant="default" size="xs" leftSection={<Plus size={14} aria-hidden />} onClick={() => setAdding(true)}>
          {t.addKey}
        </Button>
      </Group>
      <AddKeyDialog opened={adding} onClose={() => setAdding(false)} onAdded={({ id }) => choose(id)} />
    </Stack>
  );
}

interface KeysProps {
  readonly keys: readonly SshKey[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

function Keys({ keys, chosen, onChoose }: KeysProps) {
  const t = useDeployText();
  const about = { label: t.sshKey, description: t.sshKeyHint, labelProps: { fw: 650 } };
  if (keys.length > SHOWN_MAX) {
    return (
      <Select
        {...about}
        data={keys.map(({ id, name, fingerprint }) => ({ value: id, label: `${name} · ${fingerprint.slice(0, 19)}…` }))}
        value={chosen}
        onChange={(id) => id !== null && onChoose(id)}
        allowDeselect={false}
        searchable
        maw={420}
      />
    );
  }
  return (
    <Radio.Group {...about} value={chosen} onChange={onChoose}>
      <Stack gap="xs" mt="xs">
        {keys.map(({ id, name, fingerprint }) => (
          <ChoiceCard key={id} value={id} title={name} text={<Code style={{ overflowWrap: 'anywhere' }}>{fingerprint}</Code>} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
