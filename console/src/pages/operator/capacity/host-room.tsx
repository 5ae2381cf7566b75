import type { HostUse, HostWithGpus } from '@boreal/contract/operator/operator.ts';
import { Group, Text } from '@mantine/core';
import { useFormats } from '../../../format/use-formats.ts';
import { useOperatorCapacityText } from './text.ts';

/** What a host has beside GPUs, and how much of it is sold; in red where that is more than may be. */
export function HostRoom({ host }: { host: HostWithGpus }) {
  const t = useOperatorCapacityText();
  const format = useFormats();
  const { cores, memoryGb, storages, shared } = host;
  const told = ({ used, allowed }: Pick<HostUse, 'used' | 'allowed'>) => [format.number(used), format.number(allowed)] as const;
  const uses = [
    ...(cores ? [{ key: 'cores', use: cores, text: t.coresSold(...told(cores)) }] : []),
    ...(memoryGb ? [{ key: 'memory', use: memoryGb, text: t.memorySold(...told(memoryGb)) }] : []),
    ...storages.map((use) => ({
      key: `storage ${use.name}`,
      use,
      text: t.storageSold(...told(use), use.kinds.map((kind) => t.storageKinds[kind]).join(', '), use.name),
    })),
    ...(shared
      ? [
          {
            key: 'ports',
            use: { used: shared.held, allowed: shared.held + shared.free },
            text: t.portsHeld(format.number(shared.held), format.number(shared.held + shared.free), shared.ip),
          },
        ]
      : []),
  ];
  if (uses.length === 0) {
    return (
      <Text size="sm" c="dimmed" mb="sm">
        {t.roomUncounted}
      </Text>
    );
  }
  return (
    <Group gap="md" mb="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t.roomOf(host.name)}>
      {uses.map(({ key, use, text }) => (
        <Text key={key} component="li" size="sm" c={use.used > use.allowed ? 'red' : 'dimmed'}>
          {text}
        </Text>
      ))}
    </Group>
  );
}
