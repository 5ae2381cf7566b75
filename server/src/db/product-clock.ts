import { scaledClock, systemClock, type Clock } from '../kit/clock.ts';
import type { Sql } from './connect.ts';

/** The product's time at a moment of real time, by the anchor every process shares. */
interface Anchor {
  readonly productAt: Date;
  readonly wallAt: Date;
  readonly scale: number;
}

/**
 * The product's clock as the database has it, so that every process tells the same time and no restart turns it back.
 * With `scale`, it runs at that speed from here on; without, as it did. An installation that never ran fast has no
 * anchor and simply shows the real time.
 */
export async function openProductClock(db: Sql, options: { scale?: number } = {}): Promise<Clock> {
  const wall = systemClock().wall();
  const anchor = await readAnchor(db);
  const scale = options.scale ?? anchor?.scale ?? 1;
  if (anchor === null && scale === 1) return systemClock();
  if (anchor !== null && anchor.scale === scale) return toClock(anchor);
  const turned = { productAt: anchor === null ? wall : toClock(anchor).now(), wallAt: wall, scale };
  await writeAnchor(db, turned);
  return toClock(turned);
}

/** While nothing runs, time passes at its normal speed: called at a clean stop of a fast demo. */
export async function slowProductClock(db: Sql, clock: Clock): Promise<void> {
  if (clock.scale !== 1) await writeAnchor(db, { productAt: clock.now(), wallAt: clock.wall(), scale: 1 });
}

function toClock(anchor: Anchor): Clock {
  return scaledClock({ product: anchor.productAt, wall: anchor.wallAt, scale: anchor.scale });
}

async function readAnchor(db: Sql): Promise<Anchor | null> {
  const row = await db.selectFrom('productClock').select(['productAt', 'wallAt', 'scale']).where('id', '=', 'clock').executeTakeFirst();
  return row ?? null;
}

async function writeAnchor(db: Sql, anchor: Anchor): Promise<void> {
  await db
    .insertInto('productClock')
    .values({ id: 'clock', ...anchor })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...anchor }))
    .execute();
}
