import type { Command } from 'commander';
import { eligibilityOf, planName } from '../../core/money/catalog/catalog.rules.ts';
import { listPlanRows, type PlanRow } from '../../core/fleet/availability/list-plan-rows.ts';
import { tellPlan } from '../../core/fleet/availability/tell-plan.ts';
import { setPlanFlags } from '../../core/money/prices/set-plan-flags.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { parseYesNo } from '../arguments.ts';
import { addSizeCommands } from './plan-size.commands.ts';
import type { Operate } from '../operate.ts';
import { OperatorError } from '../operator-error.ts';
import { cad, table, wholeList, yesNo, type CommandOutput, type Column, type Json } from '../output.ts';
import { verb } from '../verb.ts';

export function addPlanCommands(program: Command, operate: Operate): void {
  const plan = program.command('plan').description('what you sell: sizes of servers');
  addSizeCommands(plan, operate);

  verb(plan, 'list', operate(list), {
    description: 'Show every plan with its list price and whether customers can deploy it now.',
    example: '',
  });

  verb(plan, 'set <plan>', operate(set), {
    description: 'Change whether a plan is on sale, deployed without a person, and priced in public. Running servers are not touched.',
    example: 'h100-sxm-x8 --purchasable yes --auto-provisioning no',
  })
    .option('--purchasable <yes|no>', 'whether it is offered at all', parseYesNo)
    .option('--auto-provisioning <yes|no>', 'whether an order is deployed at once, without a person', parseYesNo)
    .option('--price-on-request <yes|no>', 'whether customers have to ask for its price', parseYesNo);
}

async function list(ctx: Ctx): Promise<CommandOutput> {
  const plans = await listPlanRows(ctx);
  return wholeList(plans.map(planData), table(plans, columns, 'The catalog is empty.'));
}

function planData(row: PlanRow): Json {
  const { pricing, ...plan } = tellPlan(row);
  return { ...plan, pricing: pricing === null ? null : { ...pricing } };
}

const columns: readonly Column<PlanRow>[] = [
  { title: 'id', of: (plan) => plan.id },
  { title: 'name', of: planName },
  { title: 'cad/hour', right: true, of: (plan) => amount(plan.listPrice?.hourlyMicros) },
  { title: 'monthly', right: true, of: (plan) => amount(plan.listPrice?.monthlyMicros) },
  { title: 'annual', right: true, of: (plan) => amount(plan.listPrice?.annualMicros) },
  { title: 'on request', of: (plan) => yesNo(plan.priceOnRequest) },
  { title: 'purchasable', of: (plan) => yesNo(plan.purchasable) },
  { title: 'auto', of: (plan) => yesNo(plan.autoProvisioning) },
  { title: 'retired', of: (plan) => (plan.retiredAt === null ? '' : 'yes') },
  { title: 'in stock', of: (plan) => yesNo(plan.inStock) },
  { title: 'customers see', of: eligibility },
];

function eligibility(plan: PlanRow): string {
  return eligibilityOf(plan, { price: plan.listPrice, inStock: plan.inStock });
}

function amount(micros: bigint | null | undefined): string {
  return micros == null ? '–' : cad(micros);
}

interface SetOptions {
  readonly purchasable?: boolean;
  readonly autoProvisioning?: boolean;
  readonly priceOnRequest?: boolean;
}

async function set(ctx: Ctx, planId: string, options: SetOptions): Promise<CommandOutput> {
  const { purchasable, autoProvisioning, priceOnRequest } = options;
  if (purchasable === undefined && autoProvisioning === undefined && priceOnRequest === undefined) {
    throw new OperatorError('Nothing to change: give --purchasable, --auto-provisioning or --price-on-request.');
  }
  const plan = await setPlanFlags(ctx, { planId, purchasable, autoProvisioning, priceOnRequest });
  const flags = { purchasable: plan.purchasable, autoProvisioning: plan.autoProvisioning, priceOnRequest: plan.priceOnRequest };
  return {
    data: { id: plan.id, ...flags },
    text: `Set ${plan.id}: purchasable ${yesNo(flags.purchasable)}, auto-provisioning ${yesNo(flags.autoProvisioning)}, price on request ${yesNo(flags.priceOnRequest)}.`,
  };
}
