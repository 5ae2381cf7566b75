import type { EngineCause, MachinePower, Observed } from '../../engine.ts';
import type { Instance, Operation } from '../client/incus-shapes.ts';
import { bootOf, instanceName, marks, rebootTokenOf } from './machine-marks.rules.ts';

export const NIC = 'eth0';

export const RUNNING = 103;
const SUCCESS = 200;

/** What Incus is doing to a machine in the background now. */
export function workOn(operations: readonly Operation[], name: string): Operation | null {
  const paths = [`/1.0/instances/${name}`, `/1.0/containers/${name}`, `/1.0/virtual-machines/${name}`];
  const concerns = (operation: Operation) =>
    Object.values(operation.resources ?? {}).some((addresses) => addresses?.some((address) => paths.includes(address.split('?')[0] ?? '')));
  // A command that runs in a machine is the machine's own work.
  const isWork = ({ class: kind, description }: Operation) => kind === 'task' && !/^executing command/i.test(description);
  return operations.find((operation) => operation.status_code === RUNNING && isWork(operation) && concerns(operation)) ?? null;
}

/**
 * Whether Incus is evacuating or restoring a member of the cluster: meanwhile it switches movable machines off and on, without reporting
 * which is next.
 */
export function takingAlong(operations: readonly Operation[], { config }: Instance): Operation | null {
  if (config[marks.group] === undefined || config['cluster.evacuate'] !== 'auto') return null;
  return operations.find((operation) => operation.status_code === RUNNING && isOfMember(operation)) ?? null;
}

function isOfMember({ description }: Operation): boolean {
  return /^(evacuating|restoring) cluster member/i.test(description);
}

/** The copy into a volume that is in progress, or that has just ended. */
export function copyingOf(operations: readonly Operation[], volume: string): Operation | null {
  const concerns = (operation: Operation) =>
    Object.values(operation.resources ?? {}).some((addresses) =>
      addresses?.some((address) => address.split('?')[0]?.endsWith(`/volumes/custom/${volume}`)),
    );
  return (
    operations.find(
      (operation) =>
        (operation.status_code === RUNNING || operation.status_code === SUCCESS) &&
        operation.class === 'task' &&
        /copy|creat/i.test(operation.description) &&
        concerns(operation),
    ) ?? null
  );
}

/** A machine in the port's terms, from Incus' data and our marks. */
export function observedOf(serverId: string, instance: Instance, work: Operation | null): Observed {
  const power = powerOf(instance, work);
  const hasRun = instance.config[marks.ready] !== undefined;
  const nic = instance.devices[NIC] ?? {};
  const reachable = hasRun && power !== 'hibernated';
  const place = instance.config[marks.group] ?? instance.location;
  return {
    serverId,
    power,
    hostName: power === 'hibernated' ? null : place,
    ...(power === 'hibernated' && { disksOn: place }),
    ipv4: reachable ? (nic['ipv4.address'] ?? null) : null,
    ipv6: reachable ? (nic['ipv6.address'] ?? null) : null,
    rebootToken: rebootTokenOf(instance),
    failure: power === 'failed' ? failureOf(instance) : null,
  };
}

export function powerOf(instance: Instance, work: Operation | null): MachinePower {
  // Incus' status for what is on a member that does not answer.
  if (instance.status === 'Error') return 'unreachable';
  if (work !== null) return powerDuring(work, instance);
  if (instance.status !== 'Stopped') {
    // Even if it was asked to reboot and has not: then nothing is in progress, and it must be asked again.
    if (instance.config[marks.ready] === bootOf(instance)) return 'running';
    return instance.config[marks.reboot] === undefined || rebootTokenOf(instance) === instance.config[marks.reboot]
      ? 'starting'
      : 'rebooting';
  }
  if (instance.config[marks.hibernated] === 'true') return 'hibernated';
  if (instance.config[marks.failure] !== undefined) return 'failed';
  return willStart(instance) ? 'starting' : 'stopped';
}

/**
 * It was up when its host went down, and nobody has switched it off since: Incus starts such machines when it comes up, one after the
 * other.
 */
function willStart(instance: Instance): boolean {
  return isEndUnnoted(instance) && wasReady(instance);
}

/** Its guest has just stopped, or its host went down: Incus records a machine's end when it cleans up after it. */
export function isEndUnnoted({ status, config }: Instance): boolean {
  return status !== 'Error' && config['volatile.last_state.power'] === 'RUNNING';
}

function powerDuring(operation: Operation, instance: Instance): MachinePower {
  const { description } = operation;
  if (isOfMember(operation)) return instance.status === 'Stopped' && wasReady(instance) ? 'starting' : powerOf(instance, null);
  if (/restart/i.test(description)) return 'rebooting';
  if (/stop/i.test(description)) return 'stopping';
  if (/delet/i.test(description)) return 'deleting';
  if (/creat|start|migrat|mov|updat/i.test(description)) return 'starting';
  // Snapshots and the like do not change the state.
  return powerOf(instance, null);
}

/** It was up in its last boot and nobody has asked it to stop. */
function wasReady(instance: Instance): boolean {
  return instance.config[marks.ready] === bootOf(instance) && instance.config[marks.stopping] !== bootOf(instance);
}

const causes: readonly EngineCause[] = ['no_capacity', 'gpu', 'quota', 'image_missing', 'timeout', 'gone', 'unknown'];

function failureOf(instance: Instance): EngineCause {
  return causes.find((cause) => cause === instance.config[marks.failure]) ?? 'unknown';
}

/** The server of an instance; null for a backup, or someone else's instance. */
export function serverIdOf(instance: Instance, owner: string): string | null {
  const { config } = instance;
  // On a member that does not answer, marks cannot be read: the name must suffice, and nothing is done to it meanwhile.
  if (instance.status === 'Error' && Object.keys(config).length === 0)
    return instance.name.startsWith('srv-') ? instance.name.replace('-', '_') : null;
  if (config[marks.owner] !== owner || config[marks.backup] !== undefined) return null;
  const serverId = config[marks.server];
  return serverId !== undefined && instanceName(serverId) === instance.name ? serverId : null;
}
