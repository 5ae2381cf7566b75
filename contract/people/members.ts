import { z } from 'zod';
import { schemaSentences } from '../values/schema-sentences.ts';
import { Language } from '../words/language.ts';

/** A person's role in an account. */
export const MemberRole = z.enum(['owner', 'billing', 'developer', 'viewer']);
export type MemberRole = z.infer<typeof MemberRole>;

/** What may be done in an account: an area, and whether it is read or written. */
export const permissions = [
  // Servers and everything that belongs to them: firewall, backups, SSH keys.
  'servers.read',
  'servers.write',
  // API and MCP keys.
  'keys.read',
  'keys.write',
  // Credit, cards, orders, invoices, budgets.
  'billing.read',
  'billing.write',
  'profile.read',
  'profile.write',
  'members.read',
  'members.write',
  'tickets.read',
  'tickets.write',
  'audit.read',
  // The account as a whole: exporting all its data, closing it.
  'account.read',
  'account.write',
] as const;
export type Permission = (typeof permissions)[number];

/** Whether a text is the name of a permission. */
export function isPermission(text: string | null): text is Permission {
  return permissions.some((permission) => permission === text);
}

/** What each role may do, for all doors. */
export const rolePermissions = {
  owner: permissions,
  billing: [
    'servers.read',
    'billing.read',
    'billing.write',
    'profile.read',
    'profile.write',
    'members.read',
    'tickets.read',
    'tickets.write',
    'audit.read',
  ],
  developer: [
    'servers.read',
    'servers.write',
    'keys.read',
    'keys.write',
    'billing.read',
    'profile.read',
    'members.read',
    'tickets.read',
    'tickets.write',
    'audit.read',
  ],
  // Every member may ask for help.
  viewer: ['servers.read', 'billing.read', 'profile.read', 'members.read', 'tickets.read', 'tickets.write'],
} as const satisfies Record<MemberRole, readonly Permission[]>;

/** Whether this role reads all the account's tickets but writes to and closes only its own. */
export function writesOwnTicketsAlone(role: MemberRole): boolean {
  return role === 'viewer';
}

/** The most that a key may do: only people who signed in manage an account's members and keys. */
export const keyPermissions = [
  'servers.read',
  'servers.write',
  'keys.read',
  'billing.read',
  'billing.write',
  'profile.read',
  'profile.write',
  'tickets.read',
  'tickets.write',
] as const satisfies readonly Permission[];

/** What any role may still do in a closed account: read. */
export function mayDoWhenClosed(permission: Permission): boolean {
  return permission.endsWith('.read');
}

/** Whether a role, or a key, has this permission. */
export function mayDo(who: MemberRole | 'key', permission: Permission): boolean {
  const allowed: readonly Permission[] = who === 'key' ? keyPermissions : rolePermissions[who];
  return allowed.includes(permission);
}

/**
 * What happens to the keys of a member who leaves, or whose new role could not make them: they are revoked, or the person who made the
 * change takes them over.
 */
export const LeftKeys = z.enum(['end', 'take']);
export type LeftKeys = z.infer<typeof LeftKeys>;

/** How many days an invitation can be accepted. */
export const INVITATION_DAYS = 7;

/** The most members and open invitations of an account, together. */
export const MEMBERS_MAX = 100;

/** An account's most invitations in 24 hours, and the most to one address: each is a mail to a stranger. */
export const INVITATIONS_A_DAY = 100;
export const INVITATIONS_A_DAY_AND_ADDRESS = 5;

/** An e-mail address as it is stored and compared: in lowercase. */
export const EmailText = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email({ error: schemaSentences.email.en }));

export const InviteMemberRequest = z
  .strictObject({ email: EmailText.meta({ example: 'dev@example.com' }), role: MemberRole.meta({ example: 'developer' }) })
  .meta({ id: 'InviteMemberRequest' });
export type InviteMemberRequest = z.infer<typeof InviteMemberRequest>;

export const Member = z
  .object({
    userId: z.string().meta({ example: 'usr_01kb3c9qj2v9x6t5r4e3w2q1az' }),
    name: z.string(),
    email: z.string(),
    role: MemberRole,
    joinedAt: z.iso.datetime(),
    keys: z.int().meta({ description: 'Working keys that they made, of programs and of agents' }),
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof Member>;

export const Invitation = z
  .object({
    id: z.string().meta({ example: 'ivt_01kb3c9qj2v9x6t5r4e3w2q1az' }),
    email: z.string(),
    role: MemberRole,
    invitedBy: z.string().nullable().meta({ description: 'Name of who sent it' }),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof Invitation>;

/** What someone with an invitation's link may see before signing in. */
export const InvitationPreview = z
  .object({ accountName: z.string(), email: z.string(), role: MemberRole, language: Language, expiresAt: z.iso.datetime() })
  .meta({ id: 'InvitationPreview' });
export type InvitationPreview = z.infer<typeof InvitationPreview>;

export const Members = z.object({ members: z.array(Member), invitations: z.array(Invitation) });
export const ChangeMemberRoleRequest = z.strictObject({ role: MemberRole, keys: LeftKeys.default('end') });
export const RemoveMemberQuery = z.object({ keys: LeftKeys.default('end') });
