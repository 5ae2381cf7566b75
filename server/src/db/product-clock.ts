import { scaledClock, systemClock, type Clock } from '../kit/clock.ts';
import { sql } from 'kysely';
import type { Sql, Tx } from './connect.ts';
import { firstOrNull } from './first-or-null.ts';
import { transact } from './transact.ts';

/** Product time at an instant of real time, an anchor that all processes share. */
interface Anchor {
  readonly productAt: Date;
  readonly wallAt: Date;
  readonly scale: number;
}

/**
 * The product's clock according to the database, so that every process has the same time and no restart sets it back. With `scale`, it runs
 * at that speed from here on; without, at its previous speed. An installation that never ran fast has no anchor and simply shows real time.
 */
export async function openProductClock(db: Sql, options: { scale?: number } = {}): Promise<Clock> {
  return transact(db, async (tx) => {
    // Processes that start together must agree on one anchor.
    await sql`select pg_advisory_xact_lock(hashtextextended('product_clock', 0))`.execute(tx);
    const wall = systemClock().wall();
    const anchor = await readAnchor(tx);
    const scale = options.scale ?? anchor?.scale ?? 1;
    if (anchor === null && scale === 1) return systemClock();
    if (anchor !== null && anchor.scale === scale) return toClock(anchor);
    const turned = { productAt: anchor === null ? wall : toClock(anchor).now(), wallAt: wall, scale };
    await writeAnchor(tx, turned);
    return toClock(turned);
  });
}

/** Sets the product's time for every process that starts from now on. */
export async function goOnFrom(db: Sql, anchor: Anchor): Promise<Clock> {
  await writeAnchor(db, anchor);
  return toClock(anchor);
}

/** While nothing runs, time passes at normal speed: called at a clean stop of a fast demo that ran alone. */
export async function slowProductClock(db: Sql, clock: Clock): Promise<void> {
  if (clock.scale !== 1) await writeAnchor(db, { productAt: clock.now(), wallAt: clock.wall(), scale: 1 });
}

function toClock(anchor: Anchor): Clock {
  return scaledClock({ product: anchor.productAt, wall: anchor.wallAt, scale: anchor.scale });
}

function readAnchor(db: Tx): Promise<Anchor | null> {
  return firstOrNull(db.selectFrom('productClock').select(['productAt', 'wallAt', 'scale']).where('id', '=', 'clock'));
}

async function writeAnchor(db: Sql | Tx, anchor: Anchor): Promise<void> {
  await db
    .insertInto('productClock')
    .values({ id: 'clock', ...anchor })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...anchor }))
    .execute();
}
