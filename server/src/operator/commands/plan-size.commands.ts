import type { Command } from 'commander';
import { setPriceByHand } from '../../core/commerce/operator-requests/price-by-hand.ts';
import { addPlan } from '../../core/money/catalog/add-plan.ts';
import { changePlan, type SizeChange } from '../../core/money/catalog/change-plan.ts';
import { describePlan } from '../../core/money/catalog/describe-plan.ts';
import type { Plan, PlanSize } from '../../core/money/catalog/plan.ts';
import { reinstatePlan, retirePlan } from '../../core/money/catalog/retire-plan.ts';
import { setPlanFlags } from '../../core/money/prices/set-plan-flags.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { parseAmount, parseCount, parseText } from '../arguments.ts';
import type { Operate } from '../operate.ts';
import { OperatorError } from '../operator-error.ts';
import { cad, type CommandOutput } from '../output.ts';
import { toldAsked } from '../told-asked.ts';
import { INVOCATION, verb } from '../verb.ts';

/** The verbs of `plan` that define machine sizes. */
export function addSizeCommands(plan: Command, operate: Operate): void {
  verb(plan, 'add <model>', operate(add), {
    description: 'Add a plan: the size of the whole machine. With a price, it goes on sale at once.',
    example: 'rtx-4090 --gpus 2 --vcores 16 --ram 128 --work-disk 500 --price 1.38',
  })
    .requiredOption('--gpus <number>', 'how many GPUs', parseCount)
    .requiredOption('--vcores <number>', 'how many processor cores', parseCount)
    .requiredOption('--ram <gb>', 'its memory', parseCount)
    .option('--disk <gb>', 'its system disk', parseCount, 100)
    .option('--work-disk <gb>', 'its work disk; none without it', parseCount, 0)
    .option('--disk-type <text>', 'what customers read of the disks', parseText, 'NVMe')
    .option('--cpu-model <text>', 'the processor that its hosts have, as its maker calls it', parseText)
    .option('--network <text>', 'how fast their network is, such as "25 Gbit/s"', parseText)
    .option('--spot', 'an on-demand server may take its GPUs')
    .option('--hourly-only', 'not sold by the month or year; spot never is')
    .option('--id <plan>', 'its id; without it that of the model with the number of GPUs, such as rtx-4090-x2', parseText)
    .option('--price <amount>', 'CAD an hour; without it customers must ask', parseAmount);

  verb(plan, 'change <plan>', operate(change), {
    description: 'Change the sizes of a plan that is not offered and of which no server was made.',
    example: 'rtx-4090-x2 --ram 192',
  })
    .option('--vcores <number>', 'how many processor cores', parseCount)
    .option('--ram <gb>', 'its memory', parseCount)
    .option('--disk <gb>', 'its system disk', parseCount)
    .option('--work-disk <gb>', 'its work disk; 0 for none', parseCount)
    .option('--disk-type <text>', 'what customers read of the disks', parseText);

  verb(plan, 'describe <plan>', operate(describe), {
    description: 'Say which processor and network stand behind a plan, for customers to read. Also of one that they have.',
    example: 'h100-sxm-x8 --cpu-model "AMD EPYC 9654" --network "25 Gbit/s"',
  })
    .option('--cpu-model <text>', 'the processor that its hosts have, as its maker calls it', parseText)
    .option('--no-cpu-model', 'say nothing of it any more')
    .option('--network <text>', 'how fast their network is', parseText)
    .option('--no-network', 'say nothing of it any more')
    .option('--every-size', 'of every plan with the same GPU model, spot included');

  verb(plan, 'retire <plan>', operate(retire), {
    description: 'Take a plan out of the catalog. Its servers go on at their prices, and another may have the same GPUs.',
    example: 'rtx-4090-x2',
  });

  verb(plan, 'reinstate <plan>', operate(reinstate), {
    description: 'Take a retired plan back into the catalog, not yet offered.',
    example: 'rtx-4090-x2',
  });
}

interface Sizes {
  readonly vcores: number;
  readonly ram: number;
  readonly disk: number;
  readonly workDisk: number;
  readonly diskType: string;
}

interface AddOptions extends Sizes {
  readonly gpus: number;
  readonly spot?: true;
  readonly hourlyOnly?: true;
  readonly cpuModel?: string;
  readonly network?: string;
  readonly id?: string;
  readonly price?: bigint;
}

async function add(ctx: Ctx, gpuModel: string, options: AddOptions): Promise<CommandOutput> {
  const { gpus: gpuCount, id, price: hourlyMicros } = options;
  const kind = { gpuModel, gpuCount, id, spot: options.spot === true, hourlyOnly: options.hourlyOnly === true };
  const hardware = { cpuModel: options.cpuModel ?? null, network: options.network ?? null };
  const plan = await addPlan(ctx, { ...kind, ...sizesOf(options), ...hardware });
  if (hourlyMicros === undefined) {
    const next = `Offer it with: ${INVOCATION} price set ${plan.id} --hourly AMOUNT, then plan set ${plan.id} --price-on-request no --auto-provisioning yes --purchasable yes`;
    return { data: dataOf(plan), text: `Added ${plan.id}: ${told(plan)}. It is not offered yet.\n${next}` };
  }
  const planId = plan.id;
  const { requestId } = await setPriceByHand(ctx, { planId, hourlyMicros });
  if (requestId !== null) {
    const next = `Added ${planId}: ${told(plan)}. It is offered when it has a price: ${INVOCATION} plan set ${planId} --price-on-request no --auto-provisioning yes --purchasable yes`;
    return { data: { ...dataOf(plan), requestId }, text: `${toldAsked(requestId)}\n${next}` };
  }
  const offered = await setPlanFlags(ctx, { planId, purchasable: true, autoProvisioning: true, priceOnRequest: false });
  return { data: dataOf(offered), text: `Added ${planId}: ${told(plan)}. It is offered at ${cad(hourlyMicros)} CAD an hour.` };
}

async function change(ctx: Ctx, planId: string, options: Partial<Sizes>): Promise<CommandOutput> {
  const sizes = sizesOf(options);
  if (Object.values(sizes).every((size) => size === undefined)) {
    throw new OperatorError('Nothing to change: give --vcores, --ram, --disk, --work-disk or --disk-type.');
  }
  const plan = await changePlan(ctx, { planId, ...sizes });
  return { data: dataOf(plan), text: `${planId} is now ${told(plan)}.` };
}

/** False: remove the description. */
interface Described {
  readonly cpuModel?: string | false;
  readonly network?: string | false;
  readonly everySize?: true;
}

async function describe(ctx: Ctx, planId: string, { cpuModel, network, everySize }: Described): Promise<CommandOutput> {
  if (cpuModel === undefined && network === undefined) throw new OperatorError('Nothing to say: give --cpu-model or --network.');
  const said = (text: string | false | undefined) => (text === false ? null : text);
  const plans = await describePlan(ctx, { planId, everySize, cpuModel: said(cpuModel), network: said(network) });
  return { data: { items: plans.map(dataOf) }, text: plans.map(toldHardware).join('\n') };
}

const toldHardware = ({ id, cpuModel, network }: Plan): string =>
  `${id}: ${cpuModel ?? 'no processor named'}, ${network === null ? 'no network named' : `network ${network}`}.`;

async function retire(ctx: Ctx, planId: string): Promise<CommandOutput> {
  const plan = await retirePlan(ctx, { planId });
  return { data: dataOf(plan), text: `Retired ${planId}. Its servers go on at their prices.` };
}

async function reinstate(ctx: Ctx, planId: string): Promise<CommandOutput> {
  const plan = await reinstatePlan(ctx, { planId });
  const next = `Offer it with: ${INVOCATION} plan set ${planId} --purchasable yes`;
  return { data: dataOf(plan), text: `${planId} is in the catalog again, not yet offered.\n${next}` };
}

function sizesOf(options: Sizes): PlanSize;
function sizesOf(options: Partial<Sizes>): SizeChange;
function sizesOf({ vcores, ram, disk, workDisk, diskType }: Partial<Sizes>): SizeChange {
  return { vcores, ramGb: ram, storageGb: disk, localStorageGb: workDisk, storageType: diskType };
}

function told(plan: Plan): string {
  const work = plan.localStorageGb === 0 ? 'no work disk' : `${plan.localStorageGb} GB of work disk`;
  return `${plan.gpuCount} × ${plan.modelName}, ${plan.vcores} cores, ${plan.ramGb} GB of memory, ${plan.storageGb} GB of system disk, ${work}`;
}

function dataOf(plan: Plan) {
  return { ...plan };
}
