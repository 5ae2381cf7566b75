import assert from 'node:assert/strict';
import type pg from 'pg';
import { insertRequest } from '../../server/src/core/commerce/second-operator/operator-requests.store.ts';
import { writeKey } from '../../server/src/core/ground/keys/write-key.ts';
import type { Customer } from '../../server/src/core/testing/cloud.ts';
import { payingCustomer } from '../../server/src/core/testing/paying-customer.ts';
import { addMs, HOUR_MS } from '../../server/src/kit/clock.ts';
import type { Browser } from '../../server/src/web/test-browser.ts';
import { openEveryDoor, type EveryDoor } from './every-door.ts';

/** A word that only the newer version knows. */
export const NEW = 'of_a_newer_version';

/** A Boreal in whose database a newer version writes. */
export interface BesideNewer {
  readonly door: EveryDoor;
  readonly operator: Browser;
  readonly customer: Customer;
  /** Who asks for a page gets these into its path, by the names that paths have for them. */
  readonly ids: Map<string, string>;
  /** An operator asks a second one to move credit. */
  askSecond(id: string, deed: MovedCredit): Promise<void>;
  /** Writes past the triggers that keep rows as they are: a newer version would have written them so at once. */
  rewrite(work: (client: pg.PoolClient) => Promise<void>): Promise<void>;
  /** Everybody asks for every page, and is answered. */
  askForEverything(): Promise<void>;
}

interface MovedCredit {
  readonly kind: 'credit' | 'debit';
  readonly accountId: string;
  readonly [field: string]: unknown;
}

export async function openBesideNewer(): Promise<BesideNewer> {
  const door = await openEveryDoor();
  const { cloud, ctx } = door.web;
  const operator = await door.web.person({ email: 'operator@example.com', operates: 'owner' });
  const customer = await payingCustomer(cloud, { cad: '100' });
  const { accountId } = customer.ctx;
  const member = await door.web.member(customer, { email: 'owner@example.com', role: 'owner' });
  const { text: restKey } = await ctx.transact((tx) => writeKey(tx, ctx, { accountId, kind: 'rest', access: 'full', name: 'tests' }));
  const ids = new Map<string, string>();
  return {
    door,
    operator,
    customer,
    ids,
    async askSecond(id, deed) {
      const askedAt = ctx.clock.now();
      const of = {
        id,
        kind: deed.kind,
        accountId: deed.accountId,
        deed: JSON.stringify(deed),
        amountMicros: 5_000_000_000n,
        key: id,
        askedAt,
      };
      await ctx.transact((tx) =>
        insertRequest(tx, { ...of, basis: null, askedBy: null, askedByName: null, expiresAt: addMs(askedAt, HOUR_MS) }),
      );
    },
    async rewrite(work) {
      const client = await cloud.db.pool.connect();
      try {
        await client.query(`begin; set local session_replication_role = replica`);
        await work(client);
        await client.query('commit');
      } finally {
        client.release();
      }
    },
    async askForEverything() {
      const at = (path: string) => path.replaceAll(/:(\w+)|\*/g, (_, name: string | undefined) => ids.get(name ?? '') ?? '0');
      const cookieOf = ({ cookies }: Browser) => ({ cookie: [...cookies].map((pair) => pair.join('=')).join('; ') });
      const failed: string[] = [];
      let answered = 0;
      for (const { method, path } of door.routes.filter((route) => route.method === 'GET')) {
        for (const headers of [cookieOf(operator), cookieOf(member), { authorization: `Bearer ${restKey}` }]) {
          const { status, text } = await door.web
            .browser()
            .ask({ method, path: at(path), headers: { accept: 'text/html, */*', ...headers } })
            // What is sent as it is read ends in the middle.
            .catch((error: unknown) => ({ status: 500, text: String(error) }));
          if (status >= 500) failed.push(`${method} ${at(path)}: ${status} ${text.slice(0, 200)}`);
          if (status === 200) answered += 1;
        }
      }
      assert.deepEqual([failed, door.web.bugs], [[], []]);
      assert.ok(answered > 150, String(answered));
    },
  };
}
