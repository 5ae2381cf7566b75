import { z } from 'zod';
import type { Told } from '../words/language.ts';
import { EmailText } from '../people/members.ts';
import { OperatorRole } from './role.ts';

/** What may be done behind the counter: an area, and whether it is looked at or changed. */
export const operatorPermissions = [
  // The house at a glance, and work that does not get on.
  'overview.read',
  // Accounts: who belongs to them, what moved their credit; their limits, and whether they are suspended.
  'customers.read',
  'customers.write',
  // Customers' servers: what explains one; stopping or hibernating one, taking the GPUs of a spot server, trying one again.
  'servers.read',
  'servers.write',
  'tickets.read',
  'tickets.write',
  'mail.read',
  'mail.write',
  'audit.read',
  // Payments, refunds, orders, documents.
  'payments.read',
  // What moves money: credit by hand, refunds to cards, asking for a charge's answer again.
  'payments.write',
  // What waits for a second operator; what it is says which permission decides.
  'requests.read',
  'requests.write',
  // Revenue, the ledger's proof, who sells, tax registrations.
  'books.read',
  'books.write',
  // All of a customer's data at once; closing their account and erasing it.
  'privacy.read',
  'privacy.write',
  // What is sold: models, plans, images, regions.
  'catalog.read',
  'catalog.write',
  'prices.write',
  // Pools, hosts, GPUs, and the jobs that keep them.
  'fleet.read',
  'fleet.write',
  // What customers are told of what does not work, and of planned work.
  'status.read',
  'status.write',
  // Who operates, and in which role.
  'operators.read',
  'operators.write',
] as const;
export type OperatorPermission = (typeof operatorPermissions)[number];

/** Whether a text is the name of one. */
export function isOperatorPermission(text: string | null): text is OperatorPermission {
  return operatorPermissions.some((permission) => permission === text);
}

/** What each role may do, for the door and for the console. The operator's command may do everything: who has the shell has it all. */
export const operatorRolePermissions = {
  support: [
    'overview.read',
    'customers.read',
    'customers.write',
    'servers.read',
    'tickets.read',
    'tickets.write',
    'mail.read',
    'mail.write',
    'audit.read',
    'payments.read',
    'requests.read',
    'requests.write',
    'catalog.read',
    'fleet.read',
    'status.read',
    'status.write',
  ],
  finance: [
    'overview.read',
    'customers.read',
    'customers.write',
    'servers.read',
    'tickets.read',
    'tickets.write',
    'mail.read',
    'audit.read',
    'payments.read',
    'payments.write',
    'requests.read',
    'requests.write',
    'books.read',
    'books.write',
    'catalog.read',
    'prices.write',
    'status.read',
  ],
  fleet: [
    'overview.read',
    'servers.read',
    'servers.write',
    'catalog.read',
    'catalog.write',
    'fleet.read',
    'fleet.write',
    'status.read',
    'status.write',
  ],
  owner: operatorPermissions,
} as const satisfies Record<OperatorRole, readonly OperatorPermission[]>;

/** Whether an operator in this role may do this. */
export function operatorMay(role: OperatorRole, permission: OperatorPermission): boolean {
  const allowed: readonly OperatorPermission[] = operatorRolePermissions[role];
  return allowed.includes(permission);
}

/** The roles that may do this, the narrowest first. Never empty: an owner may do everything. */
export function rolesThatMay(permission: OperatorPermission): readonly OperatorRole[] {
  return OperatorRole.options.filter((role) => operatorMay(role, permission));
}

/** Reading with these shows a customer's own data: each look stands in the audit log. */
export const customerData = [
  'customers.read',
  'servers.read',
  'tickets.read',
  'mail.read',
  'audit.read',
  'payments.read',
  'requests.read',
] as const satisfies readonly OperatorPermission[];

export const operatorRoleNames = {
  support: { en: 'support', fr: 'soutien' },
  finance: { en: 'finance', fr: 'finances' },
  fleet: { en: 'fleet', fr: 'parc' },
  owner: { en: 'owner', fr: 'propriétaire' },
} as const satisfies Record<OperatorRole, { en: string; fr: string }>;

const choiceIn = {
  en: new Intl.ListFormat('en-CA', { type: 'disjunction' }),
  fr: new Intl.ListFormat('fr-CA', { type: 'disjunction' }),
} as const;

/** Why an operator may not do something, and who may: what the server answers, and a button that is of no use says. */
export function roleRefusal({ role, permission }: { role: OperatorRole; permission: OperatorPermission }): Told {
  const others = rolesThatMay(permission);
  const names = (language: 'en' | 'fr') => choiceIn[language].format(others.map((other) => operatorRoleNames[other][language]));
  return {
    en: `Your role (${operatorRoleNames[role].en}) does not allow this. An operator in the role ${names('en')} can do it.`,
    fr: `Votre rôle (${operatorRoleNames[role].fr}) ne le permet pas. Un exploitant dans le rôle ${names('fr')} peut le faire.`,
  };
}

/** A person who operates. */
export const Operator = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role: OperatorRole,
  /** What they have beside the password; null: nothing yet. */
  secondFactor: z.enum(['app', 'passkey']).nullable(),
  /** When they last did something here, if they are still signed in. */
  operatedAt: z.iso.datetime().nullable(),
});
export type Operator = z.infer<typeof Operator>;

export const AddOperatorRequest = z.strictObject({ email: EmailText, role: OperatorRole });
export const ChangeOperatorRoleRequest = z.strictObject({ role: OperatorRole });
