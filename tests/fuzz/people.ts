import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import type { MemberRole } from '@boreal/contract/people/members.ts';
import { freshAddress } from '../../server/src/web/test-browser.ts';
import { insertUser } from '../../server/src/core/ground/people/create-user.ts';
import { hashPassword } from '../../server/src/core/ground/people/password.ts';
import type { Ctx } from '../../server/src/core/ground/ctx.ts';
import { addMember } from '../../server/src/core/ground/members/members.store.ts';
import { findRole } from '../../server/src/core/ground/roles/roles.store.ts';

export const PASSWORD = 'a long enough password, 7 birches';

/** Somebody who signs in: `alice.owner`, `outsider` who belongs to no account, `operator`. */
interface Post {
  readonly name: string;
  readonly account: 'alice' | 'bob' | null;
  readonly role: MemberRole | 'operator' | null;
}

export const posts: readonly [Post, ...Post[]] = [
  { name: 'alice.owner', account: 'alice', role: 'owner' },
  { name: 'alice.billing', account: 'alice', role: 'billing' },
  { name: 'alice.developer', account: 'alice', role: 'developer' },
  { name: 'alice.viewer', account: 'alice', role: 'viewer' },
  { name: 'bob.owner', account: 'bob', role: 'owner' },
  { name: 'outsider', account: null, role: null },
  { name: 'operator', account: null, role: 'operator' },
];

export interface People {
  /** Whoever holds a post now. */
  holder(name: string): { readonly userId: string; readonly email: string };
  /** Gives every post whose holder was signed out, removed or changed to somebody new. */
  fill(): Promise<void>;
}

/** Hires somebody for each post and signs them in; their cookies are known as `cookie.<post>`. */
export async function hirePeople(parts: {
  ctx: Ctx;
  app: FastifyInstance;
  known: Map<string, string>;
  accounts: Readonly<Record<'alice' | 'bob', string>>;
}): Promise<People> {
  const { ctx, app, known, accounts } = parts;
  const passwordHash = await hashPassword(PASSWORD);
  const holders = new Map<string, { userId: string; email: string }>();
  let hired = 0;

  const signIn = async (email: string) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      remoteAddress: '10.0.0.1',
      headers: { 'content-type': 'application/json', origin: 'https://boreal.example', 'x-forwarded-for': freshAddress() },
      payload: JSON.stringify({ email, password: PASSWORD }),
    });
    assert.equal(answer.statusCode, 200, answer.payload);
    return [answer.headers['set-cookie']]
      .flat()
      .flatMap((line) => (line === undefined ? [] : [line.split(';')[0] ?? '']))
      .join('; ');
  };
  const hire = async ({ name, account, role }: Post) => {
    hired += 1;
    const email = `${name.replace('.', '-')}-${hired}@fuzz.example`;
    const now = ctx.clock.now();
    const userId = await ctx.transact(async (tx) => {
      const person = { email, name, role: role === 'operator' ? 'owner' : 'customer', passwordHash, emailVerified: true, now } as const;
      const id = await insertUser(tx, person);
      if (account && role && role !== 'operator') await addMember(tx, { accountId: accounts[account], userId: id, role, createdAt: now });
      return id;
    });
    holders.set(name, { userId, email });
    known.set(`${name}.user.id`, userId);
    known.set(`${name}.email`, email);
    known.set(`cookie.${name}`, await signIn(email));
  };
  const holds = async ({ name, account, role }: Post) => {
    const holder = holders.get(name);
    if (!holder) return false;
    const me = await app.inject({ method: 'GET', url: '/api/console/me', headers: { cookie: known.get(`cookie.${name}`) ?? '' } });
    if (me.statusCode !== 200) return false;
    if (role === 'operator') return me.payload.includes('"operatorRole":"owner"');
    return account === null || (await findRole(ctx.db.sql, { accountId: accounts[account], userId: holder.userId })) === role;
  };
  for (const post of posts) await hire(post);
  return {
    holder: (name) => {
      const holder = holders.get(name);
      assert.ok(holder, name);
      return holder;
    },
    fill: async () => {
      for (const post of posts) if (!(await holds(post))) await hire(post);
    },
  };
}
