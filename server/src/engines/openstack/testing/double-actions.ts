import { z } from 'zod';
import { Refusal, type Answer, type Caller } from './double-http.ts';
import type { Life } from './double-life.ts';
import { adminOnly, parsedGiven } from './double-nova-calls.ts';
import type { PretendedHost, Server } from './double-world.ts';

export interface ActionCall {
  readonly server: Server;
  readonly caller: Caller;
  readonly requestId: string;
  readonly given: unknown;
  /** Of the microversion: what came after the dot. */
  readonly minor: number;
}

export interface ActionDeps {
  readonly life: Life;
  readonly hosts: readonly PretendedHost[];
}

interface Rule {
  /** As nova calls it in what it says. */
  readonly name: string;
  readonly from: readonly string[];
  /** Nothing else may be under way. */
  readonly quiet: boolean;
  /** It must be on a host. */
  readonly hosted?: true;
  /** The policy that leaves it to administrators. */
  readonly admin?: string;
}

const any = ['active', 'building', 'error', 'paused', 'resized', 'shelved_offloaded', 'stopped', 'suspended'];
const RULES: Readonly<Record<string, Rule>> = {
  'os-stop': { name: 'stop', from: ['active', 'error'], quiet: true, hosted: true },
  'os-start': { name: 'start', from: ['stopped'], quiet: true, hosted: true },
  reboot: { name: 'reboot', from: ['active', 'stopped', 'paused', 'suspended', 'error'], quiet: true },
  shelve: { name: 'shelve', from: ['active', 'stopped', 'paused', 'suspended'], quiet: true },
  unshelve: { name: 'unshelve', from: ['shelved', 'shelved_offloaded'], quiet: true },
  createImage: { name: 'createImage', from: ['active', 'stopped', 'paused', 'suspended'], quiet: true },
  migrate: { name: 'migrate', from: ['active', 'stopped'], quiet: true, admin: 'os-migrate-server:migrate' },
  confirmResize: { name: 'confirmResize', from: ['resized'], quiet: true },
  'os-getConsoleOutput': { name: 'get_console_output', from: any, quiet: false, hosted: true },
  'os-resetState': { name: 'reset_state', from: any, quiet: false, admin: 'os-admin-actions:reset_state' },
  forceDelete: { name: 'force_delete', from: [...any, 'soft-delete'], quiet: false },
  restore: { name: 'restore', from: ['soft-delete'], quiet: true },
  lock: { name: 'lock', from: any, quiet: false },
  unlock: { name: 'unlock', from: any, quiet: false },
};

const Reboot = z.object({ type: z.enum(['SOFT', 'Soft', 'soft', 'HARD', 'Hard', 'hard']) });
const Unshelve = z.object({ availability_zone: z.string().nullish(), host: z.string().optional() }).nullable();
const CreateImage = z.object({ name: z.string(), metadata: z.record(z.string(), z.string()).optional() });

/** One action on one server. @throws Refusal */
export function act(action: string, call: ActionCall, { life, hosts }: ActionDeps): Answer {
  const rule = RULES[action];
  if (!rule) throw new Refusal(400, `There is no such action: ${action}`);
  const { server, caller, requestId, given } = call;
  if (rule.admin !== undefined) adminOnly(caller, rule.admin);
  mayNow(server, rule, caller);
  const hostNamed = (name: string | null | undefined) => {
    if (name === null || name === undefined) return null;
    const host = hosts.find((each) => each.name === name);
    if (!host) throw new Refusal(400, `Compute host ${name} could not be found.`);
    return host;
  };
  switch (action) {
    case 'os-stop':
      life.stop(server, requestId);
      break;
    case 'os-start':
      life.start(server, requestId);
      break;
    case 'reboot': {
      const how = given !== null && parsedGiven(Reboot, given).type.toUpperCase() === 'HARD' ? 'HARD' : 'SOFT';
      if (how === 'SOFT' && server.vmState !== 'active') throw conflict(server, rule.name, 'vm_state', server.vmState);
      life.reboot(server, how, requestId);
      break;
    }
    case 'shelve':
      life.shelve(server, requestId);
      break;
    case 'unshelve': {
      const to = parsedGiven(Unshelve, given);
      if (to?.host !== undefined && call.minor < 91)
        throw new Refusal(400, "Additional properties are not allowed ('host' was unexpected)");
      if (to?.host !== undefined) adminOnly(caller, 'os-shelve:unshelve_to_host');
      const zone = to?.availability_zone ?? null;
      if (zone !== null && !hosts.some((host) => host.zone === zone))
        throw new Refusal(400, 'The requested availability zone is not available');
      life.unshelve(server, { host: hostNamed(to?.host), zone }, requestId);
      break;
    }
    case 'migrate':
      life.migrate(server, hostNamed(parsedGiven(z.object({ host: z.string().nullish() }).nullable(), given)?.host), requestId);
      break;
    case 'confirmResize':
      life.confirmMove(server, requestId);
      return { status: 204 };
    case 'createImage': {
      const { name, metadata = {} } = parsedGiven(CreateImage, given);
      return { status: 202, body: { image_id: life.snapshot(server, { name, metadata }, requestId).id } };
    }
    case 'forceDelete':
      life.remove(server, requestId, { forced: true });
      break;
    case 'restore':
      life.restore(server, requestId);
      break;
    case 'os-getConsoleOutput':
      return { status: 200, body: { output: `booting\n${server.hostname} login: ` } };
    case 'os-resetState': {
      const { state } = parsedGiven(z.object({ state: z.enum(['active', 'error']) }), given);
      Object.assign(server, { taskState: null, vmState: state, status: state === 'active' ? 'ACTIVE' : 'ERROR' });
      break;
    }
    default:
      server.locked = action === 'lock';
  }
  return { status: 202 };
}

function mayNow(server: Server, rule: Rule, { user }: Caller): void {
  // Until it is placed, only the API's own database knows it.
  if (!server.placed) throw new Refusal(404, `Instance ${server.id} could not be found.`);
  if (server.locked && user.role !== 'admin' && rule.name !== 'unlock') throw new Refusal(409, `Instance ${server.id} is locked`);
  if (rule.hosted && !server.host) throw new Refusal(409, `Instance ${server.id} is not ready`);
  if (!rule.from.includes(server.vmState)) throw conflict(server, rule.name, 'vm_state', server.vmState);
  if (rule.quiet && server.taskState !== null) throw conflict(server, rule.name, 'task_state', server.taskState);
}

export function conflict({ id }: Server, action: string, which: 'vm_state' | 'task_state', is: string): Refusal {
  return new Refusal(409, `Cannot '${action}' instance ${id} while it is in ${which} ${is}`);
}
