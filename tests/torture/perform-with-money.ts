import { cancelOrder } from '../../server/src/core/commerce/orders/cancel-order.ts';
import { createOrder } from '../../server/src/core/commerce/orders/create-order.ts';
import { renewOrder } from '../../server/src/core/commerce/orders/renew-order.ts';
import { handleEvent } from '../../server/src/core/commerce/settlement/handle-event.ts';
import { receiveEvent } from '../../server/src/core/commerce/settlement/receive-event.ts';
import { refundPayment } from '../../server/src/core/commerce/refunds/refund-payment.ts';
import { giveCard } from '../../server/src/core/testing/paying-customer.ts';
import { setAutoReload } from '../../server/src/core/commerce/top-ups/set-auto-reload.ts';
import { createTopUp } from '../../server/src/core/commerce/top-ups/create-top-up.ts';
import { changeMemberRole } from '../../server/src/core/ground/members/change-member-role.ts';
import { removeMember } from '../../server/src/core/ground/members/remove-member.ts';
import type { SandboxCard } from '@boreal/contract/billing/payments.ts';
import type { Step } from './history.ts';
import { playerOf, undisturbed, type Player, type World } from './world.ts';

type WithMoney = Extract<
  Step,
  { do: 'auto-reload' | 'top up' | 'order' | 'renew' | 'cancel' | 'refund' | 'prove' | 'news twice' | 'win dispute' | 'member' }
>;

const CAD = 1_000_000n;

interface OrderFace {
  readonly id: string;
  readonly accountId: string;
}

/** Roles that may both pay and deploy: those who may order. */
const MAY_ORDER: readonly (string | undefined)[] = ['owner'];

export async function performWithMoney(world: World, step: WithMoney): Promise<void> {
  const { cloud, notes } = world;
  switch (step.do) {
    case 'member':
      return undisturbed(world, () => changeMember(playerOf(world, step.who), world, step.role));
    case 'auto-reload': {
      const player = playerOf(world, step.who);
      await cardOf(world, player, step.card);
      const { enabled, thresholdCad, amountCad, monthCad } = step;
      return undisturbed(world, async () => {
        await setAutoReload(player.ctx, { enabled, thresholdCad, amountCad, monthlyLimitCad: monthCad });
        const [amount, month] = [BigInt(amountCad) * CAD, monthCad === null ? null : BigInt(monthCad) * CAD];
        notes.reloads.push({ accountId: player.ctx.accountId, at: world.clock.now(), enabled, amount, month });
      });
    }
    case 'top up': {
      const player = playerOf(world, step.who);
      const cardId = await cardOf(world, player, step.card);
      return void (await createTopUp(player.ctx, { amountCad: step.cad, cardId, key: String(world.step) }));
    }
    case 'order': {
      const player = playerOf(world, step.who);
      const cardId = await cardOf(world, player, step.card);
      const ctx = step.byMember ? player.member.ctx : player.ctx;
      const role = await roleOf(world, player);
      const { sshKeyId } = player;
      await createOrder(ctx, {
        productId: 'h100-sxm-x1',
        cycle: 'monthly',
        region: 'canada-montreal',
        sshKeyId,
        cardId,
        autoRenew: world.step % 2 === 0,
        key: String(world.step),
      });
      if (step.byMember && !MAY_ORDER.includes(role)) notes.wrong.push(`a member who is ${role ?? 'nobody'} ordered a server`);
      return;
    }
    case 'renew':
    case 'cancel': {
      const { rows } = await cloud.db.pool.query<OrderFace>('select id, account_id as "accountId" from orders order by id');
      const order = rows[step.which % Math.max(1, rows.length)];
      const player = world.players.find(({ ctx }) => ctx.accountId === order?.accountId);
      if (!order || !player) return;
      await (step.do === 'renew' ? renewOrder : cancelOrder)(player.ctx, { orderId: order.id });
      return;
    }
    case 'refund': {
      const { rows } = await cloud.db.pool.query<{ id: string; micros: bigint }>(
        'select id, net_micros as micros from payments order by id',
      );
      const payment = rows[step.which % Math.max(1, rows.length)];
      if (!payment) return;
      const netMicros = (payment.micros / BigInt(step.share) / 10_000n) * 10_000n;
      return void (await refundPayment(cloud.ctx, { paymentId: payment.id, netMicros, reason: 'Tortured', key: String(world.step) }));
    }
    case 'prove': {
      const { rows } = await cloud.db.pool.query<{ ref: string }>('select ref from payments where ref is not null order by id');
      const ref = rows[step.which % Math.max(1, rows.length)]?.ref;
      if (ref !== undefined) await cloud.payments.sandbox.authenticate(ref, step.which % 3 > 0);
      return;
    }
    case 'news twice':
      return cloud.payments.sendEvents(async (event) => {
        for (let n = 0; n < 2; n += 1) {
          await receiveEvent(cloud.ctx, world.payments, event);
          await handleEvent(cloud.ctx, world.payments, event);
        }
      });
    case 'win dispute': {
      const { rows } = await cloud.db.pool.query<{ ref: string }>(
        'select ref from sandbox_payments.dispute where begins_at <= $1 and not won order by ref',
        [cloud.clock.now()],
      );
      const ref = rows[step.which % Math.max(1, rows.length)]?.ref;
      if (ref !== undefined) await cloud.payments.winDispute(ref);
      return;
    }
  }
}

async function cardOf(world: World, player: Player, card: SandboxCard): Promise<string> {
  const known = player.cards.get(card);
  if (known !== undefined) return known;
  // Adding a card is the console's work and is tried elsewhere.
  const { provider } = world.armed;
  const faults = provider.splice(0);
  const cardId = await undisturbed(world, () => giveCard(world.cloud, player, card));
  provider.push(...faults);
  player.cards.set(card, cardId);
  return cardId;
}

async function roleOf({ cloud }: World, { member, ctx }: Player): Promise<string | undefined> {
  const { rows } = await cloud.db.pool.query<{ role: string }>('select role from memberships where user_id = $1 and account_id = $2', [
    member.id,
    ctx.accountId,
  ]);
  return rows[0]?.role;
}

async function changeMember(player: Player, world: World, role: Extract<Step, { do: 'member' }>['role']): Promise<void> {
  const { member, owner, ctx } = player;
  const before = await roleOf(world, player);
  const whom = { ...owner.ctx, accountId: ctx.accountId };
  if (before !== undefined) {
    await (role === null ? removeMember(whom, { userId: member.id }) : changeMemberRole(whom, { userId: member.id, role }));
    return;
  }
  if (role === null) return;
  // An invitation and its mail are tried elsewhere.
  await world.cloud.db.pool.query('insert into memberships (account_id, user_id, role, created_at) values ($1, $2, $3, $4)', [
    ctx.accountId,
    member.id,
    role,
    world.clock.now(),
  ]);
}
