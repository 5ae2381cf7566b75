import { randomBase62 } from '../../kit/ids.ts';
import type { ProviderEvent } from '../port.ts';
import type { Query } from './schema.ts';

const BATCH = 200;

export type EventStore = ReturnType<typeof eventStore>;

/** The sandbox's events, stored until each has been delivered the required number of times. */
export function eventStore(query: Query) {
  return {
    async add(event: { about: ProviderEvent['about']; ref: string; at: Date; deliveries: number }): Promise<void> {
      await query(`insert into sandbox_payments.event (id, about, ref, deliver_at, deliveries_left) values ($1, $2, $3, $4, $5)`, [
        `evt_${randomBase62(16)}`,
        event.about,
        event.ref,
        event.at,
        event.deliveries,
      ]);
    },

    /** Sends due events one after the other; an event counts as sent once its receiver has handled it. */
    async send(now: Date, receive: (event: ProviderEvent) => Promise<void>): Promise<void> {
      const due = await query<ProviderEvent>(
        `select id, about, ref from sandbox_payments.event where deliveries_left > 0 and deliver_at <= $1
         order by deliver_at limit ${BATCH}`,
        [now],
      );
      for (const event of due) {
        await receive(event);
        await query('update sandbox_payments.event set deliveries_left = deliveries_left - 1 where id = $1 and deliveries_left > 0', [
          event.id,
        ]);
      }
    },
  };
}
