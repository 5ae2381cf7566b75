import { addHost } from '../../../core/fleet/capacity/hosts/add-host.ts';
import { addPool } from '../../../core/fleet/capacity/pools/add-pool.ts';
import { listHosts } from '../../../core/fleet/capacity/hosts/list-hosts.ts';
import { listPools } from '../../../core/fleet/capacity/pools/list-pools.ts';
import type { Ctx } from '../../../core/ground/ctx.ts';
import { count } from '../../output.ts';
import { soldOf, TRIAL, type HostShare, type Sold } from '../incus/sold.ts';
import { incusOf } from '../incus/with-incus.ts';
import { machineTypeOf } from '../machine-type.ts';
import { requireCtx } from '../require-ctx.ts';
import type { Change, Setup, Step } from '../step.ts';

/** A pool for each model found, and the hosts with their GPUs. */
export const fleetStep: Step = {
  name: 'fleet',
  async plan(setup) {
    if ((await incusOf(setup)) === null) return { stands: 'yours to declare', changes: [] };
    const ctx = await setup.ctx();
    const sold = await soldOf(setup, ctx);
    const pools = ctx ? await listPools(ctx.db.sql) : [];
    const hosts = ctx ? await listHosts(ctx.db.sql) : [];
    const changes: Change[] = [];
    for (const one of sold) if (!pools.some(({ gpuModel }) => gpuModel === one.model)) changes.push(await poolChange(setup, ctx, one));
    const names = new Set(sold.flatMap((one) => one.hosts.map(({ name }) => name)));
    for (const name of names) if (!hosts.some((host) => host.name === name)) changes.push(hostChange(ctx, name, sold));
    const stands = [...new Set([...hosts.map((host) => host.name), ...names])].join(', ');
    return { stands: stands || 'no host yet', changes };
  },
};

async function poolChange(setup: Setup, ctx: Ctx | null, { model, device }: Sold): Promise<Change> {
  const machineType = await machineTypeOf(setup);
  const run = async () =>
    void (await addPool(requireCtx(ctx), { name: model, engine: 'incus', gpuModel: model, machineType, withGpus: device !== null }));
  return { verb: 'make', what: `the pool ${model}, of ${machineType === 'vm' ? 'virtual machines' : 'containers'}`, run };
}

/** The host with its GPUs of every model at once: they share its cores, memory and disks. */
function hostChange(ctx: Ctx | null, name: string, sold: readonly Sold[]): Change {
  const own = sold.flatMap((one) => one.hosts.filter((host) => host.name === name).map((host) => ({ model: one.model, host })));
  const run = async () => {
    const pools = await listPools(requireCtx(ctx).db.sql);
    const shares = own.flatMap(({ model, host }) =>
      pools
        .filter((pool) => pool.gpuModel === model && pool.engine === 'incus')
        .slice(0, 1)
        .map((pool) => shareIn(pool.id, host)),
    );
    const [first, ...others] = shares;
    if (first) await addHost(requireCtx(ctx), { name, ...first, others, found: own[0]?.host.found ?? null });
  };
  const told = own.map(({ model, host }) => (model === TRIAL ? count(host.devices.length, 'place') : `${host.devices.length} × ${model}`));
  return { verb: 'add', what: `the host ${name} with ${told.join(', ')}`, run };
}

function shareIn(poolId: string, { devices }: HostShare) {
  return { poolId, gpuCount: devices.length, devices };
}
