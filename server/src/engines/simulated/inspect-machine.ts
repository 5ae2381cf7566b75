import type { MachineAsFound } from '../engine.ts';
import { requireReachable, type SimulatedDeps } from './change-machine.ts';
import type { ArmedFaults } from './faults.ts';
import { observed, powerAt } from './machine.rules.ts';

/** A machine with the spec of its last boot. Error: `timeout` if its host is lost. */
export async function inspectMachine(deps: SimulatedDeps, standing: ArmedFaults, serverId: string): Promise<MachineAsFound | null> {
  const at = deps.clock.now();
  await deps.machines.settle(at);
  const machine = await deps.machines.find(serverId);
  if (!machine || powerAt(machine, at) === 'absent') return null;
  requireReachable(machine, at, standing);
  const spec = await deps.machines.specOf(serverId);
  const held = (await deps.machines.cardsOf(machine.hostName)).filter((card) => card.serverId === serverId);
  return {
    machine: observed(machine, at, standing.lostHosts),
    record: spec?.record || null,
    gpus: held.map(({ slot }) => ({ slot, device: spec?.gpus.find((gpu) => gpu.slot === slot)?.device ?? null })),
    ipv4: machine.ipv4,
    ipv6: machine.ipv6,
    firewall: (await deps.machines.firewallOf(serverId)) ?? [],
    forwards: spec?.forwards ?? null,
    bootedAt: await bootedAt(deps, machine),
  };
}

async function bootedAt(deps: SimulatedDeps, machine: { serverId: string; toPower: string; readyAt: Date }): Promise<Date | null> {
  if (machine.toPower === 'running') return machine.readyAt;
  const always = { from: new Date(0), to: deps.clock.now() };
  return (await deps.machines.periods(machine.serverId, always)).at(-1)?.startedAt ?? null;
}
