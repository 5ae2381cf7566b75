import { creditAccount } from '../../server/src/core/commerce/credit-by-hand/credit-account.ts';
import { debitAccount } from '../../server/src/core/commerce/credit-by-hand/debit-account.ts';
import { reactivateAccount, suspendAccount } from '../../server/src/core/money/accounts/suspend-account.ts';
import { changeMcpKey } from '../../server/src/core/money/agents/change-mcp-key.ts';
import { setAccountBudget } from '../../server/src/core/money/budgets/set-account-budget.ts';
import { addGpus } from '../../server/src/core/fleet/capacity/gpus/add-gpus.ts';
import { addHost } from '../../server/src/core/fleet/capacity/hosts/add-host.ts';
import { addPool } from '../../server/src/core/fleet/capacity/pools/add-pool.ts';
import { removeGpu, replaceGpu } from '../../server/src/core/fleet/capacity/gpus/exchange-gpu.ts';
import { quarantineGpu, releaseGpu } from '../../server/src/core/fleet/capacity/gpus/set-gpu-aside.ts';
import { setHostState } from '../../server/src/core/fleet/capacity/hosts/set-host-state.ts';
import { setPlanFlags } from '../../server/src/core/money/prices/set-plan-flags.ts';
import { setPrice } from '../../server/src/core/money/prices/set-price.ts';
import { withdrawPrice } from '../../server/src/core/money/prices/withdraw-price.ts';
import { addMs, MINUTE_MS } from '../../server/src/kit/clock.ts';
import { AppError } from '../../server/src/kit/errors.ts';
import { PaymentsError } from '../../server/src/payments/port.ts';
import { ANY_HOST } from './notes.ts';
import { isOwnFault } from './faults.ts';
import type { Step } from './history.ts';
import { performAtOnce } from './perform-at-once.ts';
import { passTime } from './pass-time.ts';
import { performWithMoney } from './perform-with-money.ts';
import { listServers, performOnServer } from './perform-on-server.ts';
import { micros, playerOf, undisturbed, type World } from './world.ts';

/** Takes one step. A refusal is an answer and a fault of ours is the world; anything else is a bug. */
export async function perform(world: World, step: Step): Promise<void> {
  world.step += 1;
  if (step.do === 'pass') {
    await passTime(world, step);
    return writeDisks(world);
  }
  if (step.do === 'at once') return performAtOnce(world, step, (one) => attempt(world, one));
  // Nothing is done at the very moment of something else: then nobody could say which came first.
  world.clock.advance(1);
  await attempt(world, step);
}

type Momentary = Exclude<Step, { do: 'pass' | 'at once' }>;

async function attempt(world: World, step: Momentary): Promise<void> {
  try {
    await take(world, step);
  } catch (error) {
    if (!(error instanceof AppError) && !(error instanceof PaymentsError) && !isOwnFault(error)) throw error;
  }
}

/** Each server that has come up gets something on its disk that must stay there. */
async function writeDisks({ cloud, notes }: World): Promise<void> {
  for (const { id, status } of await listServers(cloud.db)) {
    if (status !== 'ACTIVE' || notes.disks.has(id)) continue;
    notes.disks.set(id, `the disk of ${id}`);
    await cloud.engine.writeDisk(id, `the disk of ${id}`);
  }
}

async function take(world: World, step: Momentary): Promise<void> {
  const { cloud, armed } = world;
  switch (step.do) {
    case 'engine':
      return armEngine(world, step);
    case 'transaction':
      armed.transaction = { fault: step.fault, after: step.after };
      return;
    case 'provider':
      armed.provider.push(step.fault);
      return;
    case 'reach': {
      const name = world.hosts[step.host % world.hosts.length]?.name ?? '';
      world.notes.lost.push({ host: name, at: world.clock.now(), lost: step.lost });
      return await (step.lost ? cloud.engine.faults.hostLost(name) : cloud.engine.faults.hostBack(name));
    }
    case 'engine silent': {
      await cloud.engine.faults.engineBack();
      world.notes.lost.push({ host: ANY_HOST, at: world.clock.now(), lost: step.silence !== null });
      return step.silence === null ? undefined : await cloud.engine.faults.engineSilent(step.silence);
    }
    case 'gpu dies': {
      const gpu = { hostName: world.hosts[step.host % world.hosts.length]?.name ?? '', slot: step.slot };
      return await (step.dead ? cloud.engine.faults.gpuDies(gpu) : cloud.engine.faults.gpuWorks(gpu));
    }
    case 'gpu':
      return void (await undisturbed(world, () => operateGpu(world, step)));
    case 'price':
    case 'withdraw price':
    case 'sell':
    case 'host':
    case 'add host':
    case 'add pool':
    case 'suspend':
    case 'account budget':
    case 'key caps':
    case 'credit':
      return undisturbed(world, () => operate(world, step));
    case 'auto-reload':
    case 'top up':
    case 'order':
    case 'renew':
    case 'cancel':
    case 'refund':
    case 'prove':
    case 'news twice':
    case 'win dispute':
    case 'member':
      return performWithMoney(world, step);
    default:
      return performOnServer(world, step);
  }
}

async function armEngine({ cloud, armed }: World, { fault, times }: Extract<Step, { do: 'engine' }>): Promise<void> {
  const { faults } = cloud.engine;
  switch (fault) {
    case 'boot fails':
      return faults.bootFails({ times });
    case 'call fails':
      return faults.callsFail({ times, cause: times % 2 === 0 ? 'timeout' : 'unknown' });
    case 'answer lost':
      return faults.answersLost({ times });
    case 'backup fails':
      return faults.backupFails({ times });
    case 'slow':
      return faults.slow({ factor: [1, 8, 60, 200][times % 4] ?? 1 });
    case 'call hangs':
      armed.hangs += times;
      return;
  }
}

type Operation = Extract<
  Step,
  { do: 'price' | 'withdraw price' | 'sell' | 'host' | 'add host' | 'add pool' | 'suspend' | 'account budget' | 'key caps' | 'credit' }
>;

/** What operators do, and owners with their limits. */
async function operate(world: World, step: Operation): Promise<void> {
  const { cloud, notes, clock } = world;
  const { ctx } = cloud;
  const now = clock.now();
  switch (step.do) {
    case 'price': {
      const accountId = step.who === null ? null : playerOf(world, step.who).ctx.accountId;
      const from = addMs(now, step.inMinutes * MINUTE_MS);
      await setPrice(ctx, { planId: step.plan, accountId, validFrom: from, hourlyMicros: micros(step.cad) });
      notes.prices.push({ plan: step.plan, accountId, micros: micros(step.cad), from, setAt: now });
      return;
    }
    case 'withdraw price': {
      const { accountId } = playerOf(world, step.who).ctx;
      const from = addMs(now, (step.inMinutes ?? 0) * MINUTE_MS);
      await withdrawPrice(ctx, { planId: step.plan, accountId, ...(step.inMinutes !== undefined && { validFrom: from }) });
      notes.prices.push({ plan: step.plan, accountId, micros: null, from, setAt: now });
      return;
    }
    case 'sell':
      await setPlanFlags(ctx, { planId: step.plan, priceOnRequest: !step.online, autoProvisioning: step.online, purchasable: true });
      return;
    case 'host': {
      const hostId = world.hosts[step.host % world.hosts.length]?.id ?? '';
      await setHostState(ctx, { hostId, state: step.state });
      notes.draining ||= step.state === 'draining';
      return;
    }
    case 'add host': {
      const { rows } = await cloud.db.pool.query<{ id: string }>("select id from pools where gpu_model = 'h100-sxm' order by id");
      return addHostTo(world, rows[0]?.id ?? '', step.cards);
    }
    case 'add pool': {
      const name = `another-${world.hosts.length}`;
      const pool = await addPool(ctx, { name, engine: 'simulated', gpuModel: 'h100-sxm', region: 'canada-montreal' });
      return addHostTo(world, pool.id, step.cards);
    }
    case 'suspend': {
      const { accountId } = playerOf(world, step.who).ctx;
      await (step.suspended ? suspendAccount(ctx, { accountId, reason: 'Tortured' }) : reactivateAccount(ctx, { accountId }));
      notes.suspensions.push({ accountId, at: now, suspended: step.suspended });
      return;
    }
    case 'account budget': {
      const { accountId } = playerOf(world, step.who).ctx;
      const limits = { month: microsOrNull(step.month), day: microsOrNull(step.day) };
      await setAccountBudget(ctx, { accountId, monthLimitMicros: limits.month, dayLimitMicros: limits.day });
      notes.limits.push({ of: accountId, at: now, ...limits });
      return;
    }
    case 'key caps': {
      const { owner, keyId, ctx: own } = playerOf(world, step.who);
      const [monthlySpend, totalHourly, serverHourly] = [step.month, step.total, step.server].map((cad) =>
        cad === null ? null : Number(cad),
      );
      const caps = {
        serverHourly: serverHourly ?? null,
        totalHourly: totalHourly ?? null,
        servers: null,
        monthlySpend: monthlySpend ?? null,
        perCharge: null,
        monthlyCharges: null,
      };
      await changeMcpKey(owner.ctx, { accountId: own.accountId, keyId, caps });
      notes.limits.push({
        of: keyId,
        at: now,
        month: microsOrNull(step.month),
        day: null,
        total: microsOrNull(step.total),
        server: microsOrNull(step.server),
      });
      return;
    }
    case 'credit': {
      const { accountId } = playerOf(world, step.who).ctx;
      const amount = micros(step.cad);
      const movement = { accountId, amountMicros: amount < 0n ? -amount : amount, reason: 'Tortured' };
      await (amount < 0n ? debitAccount(ctx, movement) : creditAccount(ctx, movement));
      notes.grants.push({ accountId, micros: amount, at: now });
      return;
    }
  }
}

/** What operators do with a GPU; what cannot be done is refused. */
async function operateGpu({ cloud, hosts }: World, { host, slot, what }: Extract<Step, { do: 'gpu' }>): Promise<unknown> {
  const at = { hostId: hosts[host % hosts.length]?.id ?? '', slot };
  const reason = { type: 'by_hand', note: 'Tortured' } as const;
  switch (what) {
    case 'quarantine':
      return quarantineGpu(cloud.ctx, { ...at, reason });
    case 'release':
      return releaseGpu(cloud.ctx, at);
    case 'replace':
      return replaceGpu(cloud.ctx, at);
    case 'remove':
      return removeGpu(cloud.ctx, { ...at, reason });
    case 'add':
      return addGpus(cloud.ctx, { hostId: at.hostId, devices: [null] });
  }
}

async function addHostTo({ cloud, hosts }: World, poolId: string, gpuCount: number): Promise<void> {
  const name = `h100-sxm-more-${hosts.length}`;
  const { id } = await addHost(cloud.ctx, { poolId, name, gpuCount });
  hosts.push({ id, name });
}

function microsOrNull(cad: string | null): bigint | null {
  return cad === null ? null : micros(cad);
}
