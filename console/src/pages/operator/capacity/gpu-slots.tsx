import { holderOf } from '@boreal/contract/fleet/gpus.ts';
import type { HostWithGpus } from '@boreal/contract/operator/operator.ts';
import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import classes from './gpu-slots.module.css';
import { useOperatorCapacityText } from './text.ts';

/** Neighbouring servers look different: each server's GPUs share one of these. */
const SHADES = 6;

type Slot = HostWithGpus['gpus'][number];

/** A diagram of a host: a box for each GPU, the same shade for those of one server; each links to its server. */
export function GpuSlots({ host }: { host: HostWithGpus }) {
  const t = useOperatorCapacityText();
  return (
    <ul className={classes['slots']} aria-label={t.onHost(host.name)}>
      {host.gpus.map((gpu) => (
        <li key={gpu.slot}>
          <SlotBox host={host} gpu={gpu} />
        </li>
      ))}
    </ul>
  );
}

function SlotBox({ host, gpu }: { host: HostWithGpus; gpu: Slot }) {
  const t = useOperatorCapacityText();
  const holder = holderOf(gpu);
  const n = host.servers.findIndex(({ id }) => id === holder);
  const server = host.servers[n];
  if (holder === null || server === undefined) {
    return (
      <div className={classes['free']} data-state={gpu.state}>
        <span className={classes['number']}>{t.slot(gpu.slot)}</span>
        <span>{gpu.orphanId ?? (gpu.state === 'ok' ? t.free : t.gpuState[gpu.state])}</span>
      </div>
    );
  }
  const leaving = gpu.serverId === null;
  const label = (leaving ? t.leavingSlot : t.heldSlot)(gpu.slot, server.name, server.accountName);
  const told = gpu.state === 'ok' ? label : t.heldAside(label, t.gpuState[gpu.state]);
  return (
    <Tooltip label={told}>
      <Link
        to="/operator/servers/$serverId"
        params={{ serverId: server.id }}
        className={classes['held']}
        data-shade={n % SHADES}
        data-leaving={leaving || undefined}
        data-state={gpu.state}
        // There are hundreds beside each other: the names are shortened, and told whole by the tooltip.
        data-whole={told}
      >
        <span className={classes['number']}>{t.slot(gpu.slot)}</span>
        {gpu.state !== 'ok' && <span>{t.gpuState[gpu.state]}</span>}
        <span className={classes['name']}>{leaving ? t.leaving : server.name}</span>
        <span className={classes['owner']}>{server.accountName}</span>
      </Link>
    </Tooltip>
  );
}
