import { EngineError, type MachineSize, type MachineSpec } from '../engine.ts';
import type { Clock } from '../../kit/clock.ts';
import type { ArmedFaults } from './faults.ts';
import { simulatedGpu, type SimulatedHost } from './gpus.rules.ts';
import type { MachineStore } from './machines.store.ts';

/** What the engine knows of its GPUs. */
interface Cards {
  readonly clock: Clock;
  readonly hosts: (name?: string) => Promise<readonly SimulatedHost[]>;
  readonly machines: MachineStore;
}

/**
 * For an engine that does its own placement: gives the machine free GPUs of the host, or those that it already has there, whatever slots
 * it was sold. Another may take them first.
 * @throws EngineError no_capacity
 */
export async function withOwnCards(cards: Cards, spec: MachineSpec): Promise<MachineSpec> {
  const host = (await cards.hosts(spec.hostName)).find(({ name }) => name === spec.hostName);
  const held = await cards.machines.cardsOf(spec.hostName);
  const own = held.filter(({ serverId }) => serverId === spec.serverId).map(({ slot }) => slot);
  const free = slotsOf(host, spec.gpuModel).filter((slot) => held.every((card) => card.slot !== slot));
  const slots = [...own, ...free].slice(0, spec.gpus.length);
  if (slots.length < spec.gpus.length) throw new EngineError('no_capacity', `No valid host was found in ${spec.hostName}.`);
  return { ...spec, gpus: slots.toSorted((a, b) => a - b).map(simulatedGpu) };
}

/** How many more machines of this size fit the host's free GPUs. */
export async function roomFor(cards: Cards, standing: ArmedFaults, size: MachineSize, hostName: string): Promise<number> {
  await cards.machines.settle(cards.clock.now());
  const host = (await cards.hosts(hostName)).find(({ name }) => name === hostName);
  if (!host || standing.fullHosts.has(hostName) || standing.lostHosts.has(hostName)) return 0;
  const held = new Set((await cards.machines.cardsOf(hostName)).map(({ slot }) => slot));
  const free = slotsOf(host, size.gpuModel).filter((slot) => !held.has(slot));
  return Math.floor(free.length / Math.max(1, size.gpuCount));
}

function slotsOf(host: SimulatedHost | undefined, gpuModel: string): number[] {
  return (host?.gpuModels ?? []).flatMap((model, slot) => (model === gpuModel ? [slot] : []));
}
