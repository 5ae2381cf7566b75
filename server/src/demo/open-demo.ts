import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { lockDemoSeededAt, markDemoSeeded } from '../core/ground/installation/installation.store.ts';
import { setPassword } from '../core/ground/people/set-password.ts';
import { listPeopleOf } from '../core/ground/people/users.store.ts';
import { joining, type Ctx } from '../core/ground/ctx.ts';
import { isClosed } from '../core/ground/roles/roles.store.ts';
import { keyHash, keyWorks } from '../core/ground/keys/keys.rules.ts';
import { findKeyByHash } from '../core/ground/keys/keys.store.ts';
import type { Tx } from '../db/connect.ts';
import { randomBase62 } from '../kit/ids.ts';
import { seedDemoCompany } from './seed-company.ts';
import { DEMO_DOMAIN, makeKeys, seedDemo, welcomeCad, type Demo, type DemoCustomer } from './seed-demo.ts';

const DemoFileShape = z.object({
  siteUrl: z.string(),
  baseUrl: z.string(),
  customers: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
      password: z.string(),
      accountId: z.string(),
      balance: z.number(),
      restKey: z.string(),
      readOnlyKey: z.string(),
      mcpKey: z.string(),
    }),
  ),
  operator: z.object({ email: z.string(), password: z.string() }),
});
export interface DemoFile extends Demo {
  readonly siteUrl: string;
  readonly baseUrl: string;
}

/**
 * The demo's people and secrets, stored in the data directory as `demo.json` for its operator. The first start creates them; a later start
 * makes new keys if the old ones have expired or the file is lost.
 */
export async function openDemo(
  ctx: Ctx,
  input: { dataDir: string; siteUrl: string; engines: readonly { name: string; kind: string }[] },
): Promise<DemoFile> {
  const path = join(input.dataDir, 'demo.json');
  return ctx.transact(async (tx) => {
    const inTx = joining(ctx, tx);
    const seededAt = await lockDemoSeededAt(tx);
    const demo =
      seededAt === null
        ? await seedDemo(tx, inTx, { engine: input.engines.find(({ kind }) => kind === 'simulated')?.name ?? null })
        : await renewKeys(inTx, (await readDemoFile(path)) ?? (await recall(tx, inTx)));
    await seedDemoCompany(tx, inTx);
    if (seededAt === null) await markDemoSeeded(tx, ctx.clock.now());
    const content = { siteUrl: input.siteUrl, baseUrl: `${input.siteUrl}/api`, customers: demo.customers, operator: demo.operator };
    // Before the commit: secrets in the database but in no file would be lost.
    await writeDemoFile(path, content);
    return content;
  });
}

/** People who have closed their account get none. */
async function renewKeys(ctx: Ctx, demo: Demo): Promise<Demo> {
  const customers = [];
  for (const customer of demo.customers) {
    const stays =
      (await allKeysWork(ctx, [customer.restKey, customer.readOnlyKey, customer.mcpKey])) ||
      (await isClosed(ctx.db.sql, customer.accountId));
    customers.push(stays ? customer : { ...customer, ...(await makeKeys(ctx, customer.accountId)) });
  }
  return { customers, operator: demo.operator };
}

async function allKeysWork(ctx: Ctx, texts: readonly string[]): Promise<boolean> {
  for (const text of texts) {
    const key = await findKeyByHash(ctx.db.pool, keyHash(text));
    if (!key || !keyWorks(key, ctx.clock.now())) return false;
  }
  return true;
}

/** Restores the demo's people if their file is lost: with new passwords, and keys still to be made. */
async function recall(tx: Tx, ctx: Ctx): Promise<Demo> {
  const customers: DemoCustomer[] = [];
  const operator = { email: `operator@${DEMO_DOMAIN}`, password: randomBase62(20) };
  for (const { id, name, email, accountId } of await listPeopleOf(tx, DEMO_DOMAIN)) {
    const password = accountId === null ? operator.password : randomBase62(20);
    await setPassword(ctx, { userId: id, password });
    if (accountId !== null) {
      const balance = welcomeCad(email);
      customers.push({ name, email, password, accountId, balance, restKey: '', readOnlyKey: '', mcpKey: '' });
    }
  }
  return { customers, operator };
}

async function readDemoFile(path: string): Promise<DemoFile | null> {
  try {
    const parsed = DemoFileShape.safeParse(JSON.parse(await readFile(path, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

async function writeDemoFile(path: string, content: DemoFile): Promise<void> {
  const next = `${path}.next`;
  await writeFile(next, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(next, path);
}
