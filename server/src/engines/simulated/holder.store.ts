import type { Holder } from '../holder-record.ts';
import type { Query } from './schema.ts';

export interface HolderStore {
  read(): Promise<Holder | null>;
  /** Returns whether the record was `before`. */
  replace(change: { before: Holder | null; after: Holder }): Promise<boolean>;
}

export function holderStore(query: Query): HolderStore {
  return {
    async read() {
      const [row] = await query<Holder>('select id, epoch from simulated_engine.holder');
      return row ?? null;
    },
    async replace({ before, after }) {
      const rows =
        before === null
          ? await query('insert into simulated_engine.holder (id, epoch) values ($1, $2) on conflict do nothing returning id', [
              after.id,
              after.epoch,
            ])
          : await query('update simulated_engine.holder set id = $1, epoch = $2 where id = $3 and epoch = $4 returning id', [
              after.id,
              after.epoch,
              before.id,
              before.epoch,
            ]);
      return rows.length > 0;
    },
  };
}
