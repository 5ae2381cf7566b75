import type { HostWithCards } from '@boreal/contract/operator.ts';
import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import classes from './gpu-slots.module.css';
import { useOperatorCapacityText } from './text.ts';

/** Servers that are neighbours look different: a server's GPUs have one of these. */
const SHADES = 6;

type Slot = HostWithCards['cards'][number];

/** A picture of a host: a box for each GPU, the same shade for those of one server; each leads to its server. */
export function GpuSlots({ host }: { host: HostWithCards }) {
  const t = useOperatorCapacityText();
  return (
    <ul className={classes['slots']} aria-label={t.onHost(host.name)}>
      {host.cards.map((card) => (
        <li key={card.slot}>
          <SlotBox host={host} card={card} />
        </li>
      ))}
    </ul>
  );
}

function SlotBox({ host, card }: { host: HostWithCards; card: Slot }) {
  const t = useOperatorCapacityText();
  const holder = card.serverId ?? card.leavingServerId;
  const n = host.servers.findIndex(({ id }) => id === holder);
  const server = host.servers[n];
  if (holder === null || server === undefined) {
    return (
      <div className={classes['free']}>
        <span className={classes['number']}>{t.slot(card.slot)}</span>
        <span>{t.free}</span>
      </div>
    );
  }
  const leaving = card.serverId === null;
  const label = (leaving ? t.leavingSlot : t.heldSlot)(card.slot, server.name, server.accountName);
  return (
    <Tooltip label={label}>
      <Link
        to="/operator/servers/$serverId"
        params={{ serverId: server.id }}
        className={classes['held']}
        data-shade={n % SHADES}
        data-leaving={leaving || undefined}
      >
        <span className={classes['number']}>{t.slot(card.slot)}</span>
        <span className={classes['name']}>{leaving ? t.leaving : server.name}</span>
        <span className={classes['owner']}>{server.accountName}</span>
      </Link>
    </Tooltip>
  );
}
