import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  INVITATIONS_A_DAY,
  INVITATIONS_A_DAY_AND_ADDRESS,
  permissions,
  type MemberRole,
  type Permission,
} from '@boreal/contract/people/members.ts';
import { z } from 'zod';
import { addMs, DAY_MS } from '../../../kit/clock.ts';
import { createAccount } from '../../money/accounts/create-account.ts';
import type { CustomerCtx } from '../ctx.ts';
import { refused } from '../../testing/refusals.ts';
import { startCloud } from '../../testing/cloud.ts';
import { addPerson, type TestPerson } from '../../testing/people.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { changeMemberRole } from './change-member-role.ts';
import { inviteMember } from './invite-member.ts';
import { listMembers } from './list-members.ts';
import { previewInvitation } from './preview-invitation.ts';
import { removeMember } from './remove-member.ts';
import { requireRole } from '../roles/require-role.ts';
import { revokeInvitation } from './revoke-invitation.ts';

const cloud = await startCloud();
after(() => cloud.close());

const newAccount = () => cloud.ctx.transact((tx) => createAccount(tx, { name: 'Acme', now: cloud.clock.now() }));

async function team() {
  const accountId = await newAccount();
  const owner = await addPerson(cloud.ctx, { accountId, role: 'owner', name: 'Olga' });
  return { accountId, owner, join: (role: MemberRole | null) => addPerson(cloud.ctx, { accountId, role }) };
}

/** The token in the mail to an address, as its reader gets it. */
async function tokenFor(email: string): Promise<string> {
  const query = cloud.db.sql.selectFrom('notices').select('secret').where('toEmail', '=', email).orderBy('id', 'desc');
  return (await query.executeTakeFirstOrThrow()).secret ?? '';
}

const auditOf = (accountId: string) =>
  cloud.db.sql
    .selectFrom('auditEntries')
    .select(['action', 'door', 'actorName'])
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute();

describe('an invitation', () => {
  test('is accepted by the person it is for, once, and makes them a member', async () => {
    const { accountId, owner, join } = await team();
    const guest = await join(null);
    await inviteMember(owner.ctx, { email: guest.email, role: 'developer' });
    const token = await tokenFor(guest.email);
    assert.match(token, /^[0-9A-Za-z]{40}$/);
    assert.partialDeepStrictEqual(await previewInvitation(cloud.ctx, { token }), {
      accountName: 'Acme',
      email: guest.email,
      role: 'developer',
    });
    assert.deepEqual(await acceptInvitation(guest.ctx, { token }), { accountId, accountName: 'Acme', role: 'developer' });
    await assert.rejects(acceptInvitation(guest.ctx, { token }), refused('NOT_FOUND'));
    await assert.rejects(previewInvitation(cloud.ctx, { token }), refused('NOT_FOUND'));
    const { members, invitations } = await listMembers(guest.ctx);
    assert.deepEqual(
      members.map(({ name, role }) => [name, role]),
      [
        ['Olga', 'owner'],
        [guest.ctx.actor.name, 'developer'],
      ],
    );
    assert.deepEqual(invitations, []);
    assert.deepEqual(await auditOf(accountId), [
      { action: 'member.invited', door: 'console', actorName: 'Olga' },
      { action: 'member.joined', door: 'console', actorName: guest.ctx.actor.name },
    ]);
  });

  test('is for its address only, and works for seven days', async () => {
    const { owner, join } = await team();
    const [guest, other] = [await join(null), await join(null)];
    await inviteMember(owner.ctx, { email: guest.email, role: 'viewer' });
    const token = await tokenFor(guest.email);
    await assert.rejects(acceptInvitation(other.ctx, { token }), refused('INVALID_REQUEST'));
    await assert.rejects(acceptInvitation(guest.ctx, { token: 'guess' }), refused('NOT_FOUND'));
    const late = { ...guest.ctx, clock: { ...cloud.clock, now: () => addMs(cloud.clock.now(), 7 * DAY_MS) } };
    await assert.rejects(acceptInvitation(late, { token }), refused('INVITATION_EXPIRED'));
    await assert.rejects(previewInvitation(late, { token }), refused('INVITATION_EXPIRED'));
    await acceptInvitation(guest.ctx, { token });
  });

  test('sent again ends the first, withdrawn works no more, and a member is not invited', async () => {
    const { owner, join } = await team();
    const guest = await join(null);
    await inviteMember(owner.ctx, { email: guest.email, role: 'viewer' });
    const first = await tokenFor(guest.email);
    const again = await inviteMember(owner.ctx, { email: guest.email, role: 'billing' });
    await assert.rejects(acceptInvitation(guest.ctx, { token: first }), refused('NOT_FOUND'));
    assert.deepEqual((await listMembers(owner.ctx)).invitations, [again]);
    await revokeInvitation(owner.ctx, { invitationId: again.id });
    await assert.rejects(revokeInvitation(owner.ctx, { invitationId: again.id }), refused('NOT_FOUND'));
    await assert.rejects(acceptInvitation(guest.ctx, { token: await tokenFor(guest.email) }), refused('NOT_FOUND'));
    await assert.rejects(inviteMember(owner.ctx, { email: owner.email, role: 'viewer' }), refused('INVALID_REQUEST'));
  });

  test('ends with the right of whoever sent it: a removed or demoted owner does not come back by one to another address of theirs', async () => {
    for (const leave of [
      (ctx: CustomerCtx, userId: string) => removeMember(ctx, { userId }),
      (ctx: CustomerCtx, userId: string) => changeMemberRole(ctx, { userId, role: 'viewer' }),
    ]) {
      const { owner, join } = await team();
      const [gone, alias, guest] = [await join('owner'), await join(null), await join(null)];
      await inviteMember(gone.ctx, { email: alias.email, role: 'owner' });
      const others = await inviteMember(owner.ctx, { email: guest.email, role: 'viewer' });
      const token = await tokenFor(alias.email);
      await leave(owner.ctx, gone.id);
      await assert.rejects(previewInvitation(cloud.ctx, { token }), refused('NOT_FOUND'));
      await assert.rejects(acceptInvitation(alias.ctx, { token }), refused('NOT_FOUND'));
      assert.deepEqual((await listMembers(owner.ctx)).invitations, [others]);
      await acceptInvitation(guest.ctx, { token: await tokenFor(guest.email) });
    }
  });

  test('its token is kept as a hash, beside the mail that carries it', async () => {
    const { owner } = await team();
    await inviteMember(owner.ctx, { email: 'new@example.com', role: 'viewer' });
    const token = await tokenFor('new@example.com');
    const kept = await cloud.db.sql.selectFrom('invitations').selectAll().where('email', '=', 'new@example.com').execute();
    const audit = await cloud.db.sql.selectFrom('auditEntries').selectAll().execute();
    const data = await cloud.db.sql.selectFrom('notices').select('data').execute();
    assert.ok(!JSON.stringify([kept, audit, data]).includes(token));
  });

  test('fills nobody’s mailbox: an address is asked a few times a day, however often it is withdrawn, and so is everybody', async () => {
    const { owner } = await team();
    const invite = async (email: string, ctx = owner.ctx) => {
      const { id } = await inviteMember(ctx, { email, role: 'viewer' });
      await revokeInvitation(ctx, { invitationId: id });
    };
    for (let sent = 0; sent < INVITATIONS_A_DAY_AND_ADDRESS; sent += 1) await invite('victim@example.com');
    await assert.rejects(invite('victim@example.com'), refused('INVALID_REQUEST'));
    for (let sent = INVITATIONS_A_DAY_AND_ADDRESS; sent < INVITATIONS_A_DAY; sent += 1) await invite(`somebody-${sent}@example.com`);
    await assert.rejects(invite('another@example.com'), refused('INVALID_REQUEST'));
    await invite('victim@example.com', { ...owner.ctx, clock: { ...cloud.clock, now: () => addMs(cloud.clock.now(), DAY_MS) } });
  });

  test('of two acceptances at once one succeeds', async () => {
    const { owner, join } = await team();
    const guest = await join(null);
    await inviteMember(owner.ctx, { email: guest.email, role: 'viewer' });
    const token = await tokenFor(guest.email);
    const results = await Promise.allSettled([1, 2].map(() => acceptInvitation(guest.ctx, { token })));
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  });
});

describe('the last owner', () => {
  test('can neither leave, nor be removed, nor take another role', async () => {
    const { owner } = await team();
    for (const attempt of [
      () => removeMember(owner.ctx, { userId: owner.id }),
      () => changeMemberRole(owner.ctx, { userId: owner.id, role: 'viewer' }),
      () => removeMember({ ...owner.ctx, actor: { type: 'operator', id: null, name: 'root' } }, { userId: owner.id }),
    ]) {
      await assert.rejects(attempt(), refused('LAST_OWNER'));
    }
  });

  test('of two owners who leave at once one stays', async () => {
    const { owner, join, accountId } = await team();
    const second = await join('owner');
    const leave = (person: TestPerson) => removeMember(person.ctx, { userId: person.id });
    const results = await Promise.allSettled([leave(owner), leave(second)]);
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    assert.equal((await auditOf(accountId)).length, 1, 'the one who was refused is not in the log');
  });
});

describe('who belongs to an account, and as what, changes behind nobody’s back', () => {
  const toldTo = async ({ email }: TestPerson) => {
    const query = cloud.db.sql.selectFrom('notices').select('data').where('toEmail', '=', email).where('kind', '=', 'access_changed');
    const said = z.array(z.object({ what: z.string(), name: z.string().nullable(), by: z.string().nullable() }));
    return said.parse((await query.orderBy('id').execute()).map(({ data }) => data)).map(({ what, name, by }) => [what, name, by]);
  };

  test('whoever is removed is told so, and whoever did it that it was done in their name', async () => {
    const { owner, join } = await team();
    const other = await join('owner');
    await removeMember(owner.ctx, { userId: other.id });
    assert.deepEqual(await toldTo(other), [['removed_from_account', 'Acme', null]]);
    assert.deepEqual(await toldTo(owner), [['member_removed', other.email, owner.ctx.address]]);
  });

  test('whoever leaves is told so: it may not have been them', async () => {
    const { join } = await team();
    const member = await join('developer');
    await removeMember(member.ctx, { userId: member.id });
    assert.deepEqual(await toldTo(member), [['account_left', 'Acme', member.ctx.address]]);
  });

  test('whoever gets another role is told so, once, and not when an operator sets the role that they have', async () => {
    const { owner, join, accountId } = await team();
    const other = await join('owner');
    await changeMemberRole(owner.ctx, { userId: other.id, role: 'viewer' });
    assert.deepEqual(await toldTo(other), [['own_role_changed', 'Acme', null]]);
    assert.deepEqual(await toldTo(owner), [['member_role_changed', other.email, owner.ctx.address]]);
    await changeMemberRole({ ...cloud.ctx, accountId }, { userId: other.id, role: 'viewer' });
    await removeMember({ ...cloud.ctx, accountId }, { userId: other.id });
    assert.deepEqual(
      (await toldTo(other)).map(([what]) => what),
      ['own_role_changed', 'removed_from_account'],
    );
  });
});

test('everybody may leave, and nobody else than an owner may remove or change others', async () => {
  const { owner, join } = await team();
  const [developer, viewer] = [await join('developer'), await join('viewer')];
  await assert.rejects(removeMember(developer.ctx, { userId: viewer.id }), refused('PERMISSION_DENIED'));
  await assert.rejects(changeMemberRole(developer.ctx, { userId: developer.id, role: 'owner' }), refused('PERMISSION_DENIED'));
  await assert.rejects(inviteMember(viewer.ctx, { email: 'x@example.com', role: 'owner' }), refused('PERMISSION_DENIED'));
  await removeMember(viewer.ctx, { userId: viewer.id });
  await changeMemberRole(owner.ctx, { userId: developer.id, role: 'owner' });
  await removeMember(developer.ctx, { userId: owner.id });
  assert.deepEqual(
    (await listMembers(developer.ctx)).members.map(({ userId, role }) => [userId, role]),
    [[developer.id, 'owner']],
  );
});

test('a role counts as it is now: whoever was removed may do nothing more, with the same session', async () => {
  const { owner, join } = await team();
  const viewer = await join('viewer');
  await listMembers(viewer.ctx);
  await removeMember(owner.ctx, { userId: viewer.id });
  await assert.rejects(listMembers(viewer.ctx), refused('NOT_FOUND'));
});

test('a member of one account is a stranger to another', async () => {
  const { owner } = await team();
  const other = await team();
  await assert.rejects(listMembers({ ...owner.ctx, accountId: other.accountId }), refused('NOT_FOUND'));
  await assert.rejects(removeMember(owner.ctx, { userId: other.owner.id }), refused('NOT_FOUND'));
});

test('each role may do what the table says and no more; a key never decides about people, keys or the log', async () => {
  const { accountId, owner, join } = await team();
  const allowed = async (ctx: CustomerCtx) => {
    const answers = await Promise.all(
      permissions.map((permission) =>
        requireRole(cloud.db.sql, ctx, permission).then(
          () => [permission],
          () => [],
        ),
      ),
    );
    return answers.flat();
  };
  const missing = (may: readonly Permission[]) => permissions.filter((permission) => !may.includes(permission));
  assert.deepEqual(missing(await allowed(owner.ctx)), []);
  assert.deepEqual(missing(await allowed((await join('billing')).ctx)), [
    'servers.write',
    'keys.read',
    'keys.write',
    'members.write',
    'account.read',
    'account.write',
  ]);
  assert.deepEqual(missing(await allowed((await join('developer')).ctx)), [
    'billing.write',
    'profile.write',
    'members.write',
    'account.read',
    'account.write',
  ]);
  const viewer = await allowed((await join('viewer')).ctx);
  assert.deepEqual(
    viewer.filter((permission) => !permission.endsWith('.read')),
    ['tickets.write'],
    'a viewer reads, and asks for help',
  );
  const key = { ...cloud.ctx, accountId, actor: { type: 'api_key', id: 'key_1', name: 'ci' } } as const;
  assert.deepEqual(missing(await allowed(key)), [
    'keys.write',
    'members.read',
    'members.write',
    'audit.read',
    'account.read',
    'account.write',
  ]);
  assert.deepEqual(missing(await allowed({ ...cloud.ctx, accountId })), [], 'Boreal itself');
});
