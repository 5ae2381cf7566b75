import type { Ctx } from '../../../core/ground/ctx.ts';
import { listPools } from '../../../core/fleet/capacity/pools/list-pools.ts';
import type { HostFound } from '../../../engines/engine-hosts.ts';
import type { Setup } from '../step.ts';
import { discover, type Discovered } from './discover.ts';

/** A model for this installation to sell: cards that were found, or slots without cards. */
export interface Sold {
  readonly model: string;
  /** The driver's name for it, or its slug. */
  readonly name: string;
  /** One of its cards; null: slots for servers without a GPU. */
  readonly device: string | null;
  /** How many each host has. */
  readonly counts: readonly number[];
  /** The hardware of the first host that has it; null: unknown so far. */
  readonly found: HostFound | null;
  readonly hosts: readonly HostShare[];
}

export interface HostShare {
  readonly name: string;
  readonly found: HostFound | null;
  /** The cards, by the engine's names; null for each slot without a card. */
  readonly devices: readonly (string | null)[];
}

/** The model under which slots without a GPU are sold, to try everything where there are no GPUs. */
export const TRIAL = 'trial';

/** What the hosts have, by model. Without any card, the requested number of slots without one. */
export async function soldOf(setup: Setup, ctx: Ctx | null): Promise<readonly Sold[]> {
  const discovered = await discover(setup, ctx);
  const cards = discovered.flatMap(({ host, cards: own }) => own.map((card) => ({ host, card })));
  if (cards.length === 0) return places(setup, ctx, discovered);
  return [...Map.groupBy(cards, ({ card }) => card.model)].map(([model, of]): Sold => {
    const hosts = [...Map.groupBy(of, ({ host }) => host)].map(([host, own]) => ({
      name: host.name,
      found: host.found,
      devices: own.map(({ card }) => card.device),
    }));
    const [first] = of;
    return {
      model,
      name: first?.card.hardware?.driverName ?? model,
      device: first?.card.device ?? null,
      counts: hosts.map(({ devices }) => devices.length),
      found: hosts[0]?.found ?? null,
      hosts,
    };
  });
}

async function places(setup: Setup, ctx: Ctx | null, discovered: readonly Discovered[]): Promise<readonly Sold[]> {
  const pools = ctx ? await listPools(ctx.db.sql) : [];
  const [host] = discovered.map((each) => each.host);
  // An operator who already has pools, without cards or with cards that are missing now, already sells.
  if (host === undefined || pools.some(({ gpuModel }) => gpuModel !== TRIAL)) return [];
  const said = await setup.answers.given('places');
  if (said === null && pools.length > 0) return [];
  const number = Number(said ?? (await setup.answers.get('places', { byDefault: '' })));
  if (number === 0) return [];
  const devices = Array.from({ length: number }, () => null);
  return [
    {
      model: TRIAL,
      name: 'Without GPU',
      device: null,
      counts: [number],
      found: host.found,
      hosts: [{ name: host.name, found: host.found, devices }],
    },
  ];
}
