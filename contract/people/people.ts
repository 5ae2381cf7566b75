import { z } from 'zod';
import { MemberRole, permissions } from './members.ts';
import { OperatorRole } from '../operator/role.ts';
import { Language } from '../words/language.ts';
import { NameText } from '../values/written-text.ts';

/** An account that a person belongs to, and what they may do there. */
export const OwnAccount = z.object({
  id: z.string(),
  name: z.string(),
  role: MemberRole,
  permissions: z.array(z.enum(permissions)),
  /** A suspended account can read, stop and delete, but not spend or start anything. */
  suspended: z.boolean(),
  /** When it was closed: since then it can only be read. */
  closedAt: z.iso.datetime().nullable(),
});
export type OwnAccount = z.infer<typeof OwnAccount>;

/** The signed-in person. */
export const Me = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Null: the language of each account's mail. */
  language: Language.nullable(),
  operator: z.boolean(),
  /** The operator's role; null for everyone else. */
  operatorRole: OperatorRole.nullable(),
  twoFactorEnabled: z.boolean(),
  /** An operator can do nothing in this session until they have a second factor or sign in with a passkey. */
  secondFactorRequired: z.boolean(),
  /** The version of the terms and privacy policy in force that they have yet to accept; null: they have, or they are only an operator. */
  termsToAccept: z.string().nullable(),
  createdAt: z.iso.datetime(),
  accounts: z.array(OwnAccount),
});
export type Me = z.infer<typeof Me>;

/** The person's IP address, as a firewall would see it; null if unknown. */
export const OwnAddress = z.object({ address: z.string().nullable() });

/** Changes to a person's own details; omitted fields keep their values. */
export const UpdateMeRequest = z.strictObject({ name: NameText.optional(), language: Language.nullable().optional() });
export type UpdateMeRequest = z.infer<typeof UpdateMeRequest>;

/** The token of an invitation's link. */
export const InvitationToken = z.strictObject({ token: z.string().min(1).max(200) });
export const JoinedAccount = z.object({ accountId: z.string(), accountName: z.string(), role: MemberRole });
