import { verifyLedger } from '../../server/src/core/money/verification/verify-ledger.ts';
import { assertBooks } from '../../server/src/core/testing/paying-customer.ts';
import { checkGpus } from '../../server/src/core/testing/check-gpus.ts';
import { checkBalances } from './model/check-balances.ts';
import { checkCapacity } from './model/check-capacity.ts';
import { checkHours } from './model/check-hours.ts';
import { checkLimits } from './model/check-limits.ts';
import { checkMachines } from './model/check-machines.ts';
import { checkPowerOff } from './model/check-power-off.ts';
import { checkReloads } from './model/check-reloads.ts';
import { checkTerms } from './model/check-terms.ts';
import { checkTurns } from './model/check-turns.ts';
import { readMachineRecord } from './machine-record.ts';
import { observe } from './observed.ts';
import type { World } from './world.ts';

/** Cheap, after each step: no machine is on a card that is not its server's. */
export async function checkOnTheWay(world: World): Promise<void> {
  try {
    await checkGpus(world.cloud);
  } catch (error) {
    world.notes.wrong.push(error instanceof Error ? error.message : String(error));
  }
}

/** When all is at rest: what the model says of everything that can be seen, and what the ledger says of itself. */
export async function checkHistory(world: World): Promise<void> {
  const { cloud, notes, clock } = world;
  const seen = await observe(cloud.db);
  const record = await readMachineRecord(cloud.db);
  const facts = { notes, seen, record, end: clock.now() };
  const wrong = [
    ...checkHours(facts),
    ...checkBalances(facts),
    ...checkLimits(facts),
    ...checkPowerOff(facts),
    ...checkReloads(facts),
    ...checkTerms(facts),
    ...checkTurns(facts),
    ...checkMachines(facts),
    ...(await checkCapacity(cloud, facts)),
  ];
  for (const { name, broken } of await verifyLedger(cloud.db.sql)) {
    if (broken.length > 0) wrong.push(`ledger verify: ${name}: ${broken.join(', ')}`);
  }
  await assertBooks(cloud).catch((error: unknown) => wrong.push(`the provider’s books: ${String(error)}`));
  notes.wrong.push(...wrong);
}
