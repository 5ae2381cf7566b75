import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { deliverMail } from '../../server/src/core/ground/mail/deliver-mail.ts';
import { addressNotices } from '../../server/src/core/ground/mail/address-notices.ts';
import type { Ctx } from '../../server/src/core/ground/ctx.ts';
import { creditAccount } from '../../server/src/core/commerce/credit-by-hand/credit-account.ts';
import { debitAccount } from '../../server/src/core/commerce/credit-by-hand/debit-account.ts';
import { reactivateAccount } from '../../server/src/core/money/accounts/suspend-account.ts';
import { changeRegion } from '../../server/src/core/money/catalog/regions/change-region.ts';
import { reinstateModel } from '../../server/src/core/money/catalog/retire-model.ts';
import { reinstatePlan, retirePlan } from '../../server/src/core/money/catalog/retire-plan.ts';
import { setPlanFlags } from '../../server/src/core/money/prices/set-plan-flags.ts';
import { setHostState } from '../../server/src/core/fleet/capacity/hosts/set-host-state.ts';
import { convergeServer } from '../../server/src/core/fleet/lifecycle/converge/converge-server.ts';
import { listDueServers, nextConvergeAt } from '../../server/src/core/fleet/servers/servers.store.ts';
import { ensurePartitions } from '../../server/src/db/migrate.ts';
import { MINUTE_MS } from '../../server/src/kit/clock.ts';
import type { OutgoingMail } from '../../server/src/mail/mailer.ts';
import { WEBHOOK_SECRET } from '../../server/src/payments/stripe/testing/stripe-double.ts';
import { listen, parseAnswer } from '../testing/raw-http.ts';
import { freshPublicKey } from '../testing/walk-world.ts';
import { PROXY, SITE_URL, type FuzzWorld } from './fuzz-world.ts';
import { withNames, type FuzzAnswer, type Ask, type Pass, type Sent } from './step.ts';
import { enginesOf } from '../../server/src/engines/engines.ts';

/** The longest that an answer may take; a busy machine is slow, but nothing of ours takes seconds. */
const ANSWER_MS = 20_000;

export class NoAnswer extends Error {}

/** What a step names, as it is in this world. A name that no step has given stands for nothing. */
export function meaningOf(world: FuzzWorld): (name: string) => string {
  const { known } = world;
  return (name) => {
    if (name.startsWith('publicKey.') && !known.has(name)) known.set(name, freshPublicKey());
    return known.get(name) ?? 'none';
  };
}

export function written(ask: Ask, world: FuzzWorld): Sent {
  const meaning = meaningOf(world);
  const body = ask.body === null ? null : withNames(ask.body, meaning);
  const headers = Object.fromEntries(Object.entries(ask.headers).map(([name, value]) => [name, withNames(value, meaning)]));
  const signed = ask.target.startsWith('news') && body !== null && ask.method === 'POST' ? { 'stripe-signature': sign(body) } : {};
  return { method: ask.method, url: withNames(ask.url, meaning), headers: { ...signed, ...headers }, body };
}

function sign(body: string): string {
  const t = Math.floor(Date.now() / 1000);
  return `t=${t},v1=${createHmac('sha256', WEBHOOK_SECRET).update(`${t}.${body}`).digest('hex')}`;
}

/** Sends a request in memory. */
export async function inject(sent: Sent, { app }: FuzzWorld): Promise<FuzzAnswer> {
  const answer = await within(
    app.inject({
      // What Fastify's types do not name is sent all the same.
      method: isMethod(sent.method) ? sent.method : 'PATCH',
      url: sent.url,
      headers: { ...sent.headers },
      remoteAddress: PROXY,
      ...(sent.body !== null && { payload: sent.body }),
    }),
  );
  const headers = Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')] as const);
  return { status: answer.statusCode, headers: Object.fromEntries(headers), text: answer.payload };
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const;
function isMethod(text: string): text is (typeof METHODS)[number] {
  return METHODS.some((method) => method === text);
}

/** Sends a request's bytes over a socket. */
export async function overSocket(sent: Sent, world: FuzzWorld): Promise<FuzzAnswer> {
  const lines = Object.entries(sent.headers).map(([name, value]) => `${name}: ${value.replaceAll(/[^\t\x20-\x7e\xa0-\xff]/g, ' ')}`);
  const host = 'host' in sent.headers ? [] : ['host: boreal.example'];
  const length = sent.body === null ? [] : [`content-length: ${Buffer.byteLength(sent.body)}`];
  const url = sent.url.replaceAll(/[^\x21-\x7e]/g, (one) => encodeURIComponent(one.toWellFormed()));
  const head = [`${sent.method} ${url} HTTP/1.1`, ...host, ...lines, ...length, 'connection: close'].join('\r\n');
  return sendBytes(`${head}\r\n\r\n${sent.body ?? ''}`, world);
}

const ports = new WeakMap<FuzzWorld, Promise<number>>();

/** Sends bytes as they are, closing our half where nothing more would come. Status 0: closed without a word. */
export async function sendBytes(bytes: string, world: FuzzWorld, andClose = false): Promise<FuzzAnswer> {
  const port = ports.get(world) ?? listen(world.app);
  ports.set(world, port);
  const socket = connect(await port, '127.0.0.1');
  const unanswered = new NoAnswer(`no answer within ${ANSWER_MS} ms`);
  const late = setTimeout(() => socket.destroy(unanswered), ANSWER_MS);
  try {
    if (andClose) socket.end(bytes);
    else socket.write(bytes);
    const { status, headers, body } = parseAnswer(await buffer(socket));
    return { status, headers, text: body };
  } catch (error) {
    if (error === unanswered) throw error;
    // The server may close while we still send, as it does for a body that it will not read.
    return { status: 0, headers: {}, text: '' };
  } finally {
    clearTimeout(late);
    socket.destroy();
  }
}

async function within<T>(answer: Promise<T>): Promise<T> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new NoAnswer(`no answer within ${ANSWER_MS} ms`)), ANSWER_MS);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(late);
  }
}

/** Lets time pass, with all the work that becomes due. */
export async function pass({ cloud, ctx }: FuzzWorld, { ms, tickMs }: Pass): Promise<void> {
  await ensurePartitions(ctx.db.sql, new Date(cloud.clock.now().getTime() + ms));
  await cloud.pass(ms, tickMs);
}

const SETTLE_ROUNDS = 20;

/** Does what servers wait for, and lets as little time go by as that takes; what waits for long, waits on. */
export async function settle({ cloud }: FuzzWorld): Promise<void> {
  const { clock, db, ctx, engine } = cloud;
  for (let round = 0; round < SETTLE_ROUNDS; round += 1) {
    const due = await listDueServers(db.sql, { now: clock.now(), wall: clock.wall(), limit: 1000 });
    for (const serverId of due) await convergeServer(ctx, enginesOf([engine]), serverId);
    if (due.length > 0) continue;
    const next = await nextConvergeAt(db.sql);
    if (next === null || next.getTime() > clock.now().getTime() + 15 * MINUTE_MS) return;
    clock.moveTo(next);
  }
}

/** Two plans are sold, and the region is the usual one, whatever was retired, replaced or changed. */
async function tendShop(ctx: Ctx): Promise<void> {
  await changeRegion(ctx, { regionId: 'canada-montreal', makeDefault: true });
  for (const [slug, planId] of [
    ['l4', 'l4-x1'],
    ['h100-sxm', 'h100-sxm-x1'],
  ] as const) {
    await reinstateModel(ctx, { slug });
    const others = ctx.db.sql.selectFrom('plans').select('id').where('gpuModel', '=', slug).where('retiredAt', 'is', null);
    const taken = await others.where('gpuCount', '=', 1).where('spot', '=', false).where('id', '<>', planId).execute();
    for (const other of taken) await retirePlan(ctx, { planId: other.id });
    await reinstatePlan(ctx, { planId });
    await setPlanFlags(ctx, { planId, purchasable: true, autoProvisioning: true, priceOnRequest: false });
  }
}

/**
 * What the house does now and then, and what lets the run go on: credit, people and hosts that the steps have used up. The
 * mails that it sent.
 */
export async function tend(world: FuzzWorld): Promise<readonly OutgoingMail[]> {
  const { cloud, ctx, customers, known } = world;
  const quiet = cloud.ctx;
  const mails: OutgoingMail[] = [];
  await cloud.runSchedules(['statements', 'lowCredit', 'expiringKeys', 'poolReadings', 'evacuation']);
  await addressNotices(quiet);
  const mailer = {
    name: 'folder',
    send: async (mail: OutgoingMail) => {
      mails.push(mail);
      return { is: 'sent' } as const;
    },
    close: async () => undefined,
  } as const;
  await deliverMail({ ...quiet, clock: ctx.clock }, { mailer, siteUrl: SITE_URL });
  for (const customer of Object.values(customers)) {
    const { accountId } = customer.ctx;
    await reactivateAccount(quiet, { accountId });
    const balance = await customer.balance();
    if (balance < 200_000_000n) {
      await creditAccount(quiet, { accountId, amountMicros: 1_000_000_000n, reason: 'For the run to go on' });
    } else if (customer === customers.bob) {
      // Every other time he has a cent and what he asks for must be refused, whatever the steps have spent by chance.
      await debitAccount(quiet, { accountId, amountMicros: balance - 10_000n, reason: 'For the run to meet refusals' });
    }
    const { sql } = ctx.db;
    await sql.updateTable('ledgerAccounts').set({ dayLimitMicros: null, monthLimitMicros: null }).where('id', '=', accountId).execute();
  }
  const hosts = await ctx.db.sql.selectFrom('hosts').select('id').where('state', '<>', 'accepting').orderBy('id').execute();
  for (const { id } of hosts) await setHostState(quiet, { hostId: id, state: 'accepting' });
  await tendShop(quiet);
  await world.people.fill();
  await world.renewKeys();
  const charges = await ctx.db.sql
    .selectFrom('payments')
    .select('ref')
    .where('ref', 'is not', null)
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
  for (const [n, { ref }] of charges.entries()) if (ref !== null) known.set(`charge.${n}`, ref);
  return mails;
}
