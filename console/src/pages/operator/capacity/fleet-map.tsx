import { holderOf } from '@boreal/contract/fleet/gpus.ts';
import type { HostWithGpus } from '@boreal/contract/operator/operator.ts';
import { Group, Text } from '@mantine/core';
import { useFormats } from '../../../format/use-formats.ts';
import classes from './fleet-map.module.css';
import { inSlots } from './host-card.tsx';
import { useOperatorCapacityText } from './text.ts';

type Slot = HostWithGpus['gpus'][number];

/** How a GPU looks on the map; the legend names each. */
const looks = ['held', 'free', 'leaving', 'aside', 'empty'] as const;
type Look = (typeof looks)[number];

interface FleetMapProps {
  readonly name: string;
  /** What each host has for the pool. */
  readonly hosts: readonly HostWithGpus[];
  /** The host whose card is shown below; null: none. */
  readonly open: string | null;
  readonly onOpen: (hostId: string | null) => void;
}

/** All hosts of a pool on one screen: a box for each with a square for each GPU. Pressing one shows its card. */
export function FleetMap({ name, hosts, open, onOpen }: FleetMapProps) {
  const t = useOperatorCapacityText();
  const seen = new Set(hosts.flatMap(({ gpus }) => gpus.map(lookOf)));
  return (
    <>
      <Group gap="4px 14px" mb="xs" fz="xs" c="dimmed">
        {looks
          .filter((look) => seen.has(look))
          .map((look) => (
            <Group key={look} gap={5}>
              <span className={classes['gpu']} data-look={look} aria-hidden />
              {t.legend[look]}
            </Group>
          ))}
      </Group>
      <ul className={classes['map']} aria-label={t.mapOf(name)}>
        {hosts.map((host) => (
          <li key={host.id}>
            <HostBox host={host} isOpen={host.id === open} onPress={() => onOpen(host.id === open ? null : host.id)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function HostBox({ host, isOpen, onPress }: { host: HostWithGpus; isOpen: boolean; onPress: () => void }) {
  const t = useOperatorCapacityText();
  const format = useFormats();
  const is = host.silentSince === null ? host.state : 'silent';
  const condition = is === 'silent' ? t.silent : t.state[is];
  const told = [
    t.used(format.number(host.used), format.number(inSlots(host))),
    ...(host.setAside > 0 ? [t.setAside(host.setAside)] : []),
    ...(is === 'accepting' ? [] : [condition]),
  ].join(' · ');
  return (
    <button type="button" className={classes['host']} data-is={is} aria-expanded={isOpen} title={told} onClick={onPress}>
      <Text component="span" size="xs" fw={600} className={classes['name']}>
        {host.name}
      </Text>
      <span className={classes['gpus']} aria-hidden>
        {host.gpus.map((gpu) => (
          <span key={gpu.slot} className={classes['gpu']} data-look={lookOf(gpu)} />
        ))}
      </span>
      {is !== 'accepting' && (
        <span className={classes['condition']} aria-hidden>
          {condition}
        </span>
      )}
    </button>
  );
}

/** What is wrong with a GPU counts more than who has it. */
function lookOf(gpu: Slot): Look {
  if (gpu.state === 'removed') return 'empty';
  if (gpu.state !== 'ok') return 'aside';
  if (holderOf(gpu) === null) return 'free';
  return gpu.serverId === null && gpu.orphanId === null ? 'leaving' : 'held';
}
