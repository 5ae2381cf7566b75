import { z } from 'zod';
import type { Told } from '../words/language.ts';
import { EmailText } from '../people/members.ts';
import { OperatorRole } from './role.ts';

/** What operators may do: an area, and whether it is read or changed. */
export const operatorPermissions = [
  // Boreal's overview, and stuck work.
  'overview.read',
  // Accounts: their members and credit movements; their limits, and whether they are suspended.
  'customers.read',
  'customers.write',
  // Customers' servers: the details of one; stopping, hibernating or retrying one, or preempting a spot server.
  'servers.read',
  'servers.write',
  'tickets.read',
  'tickets.write',
  'mail.read',
  'mail.write',
  'audit.read',
  // Payments, refunds, orders, documents.
  'payments.read',
  // Whatever moves money: manual credit, refunds to cards, asking the provider again about a charge.
  'payments.write',
  // What waits for a second operator; its kind determines which permission decides it.
  'requests.read',
  'requests.write',
  // Revenue, the verification of the ledger, the seller's details, tax registrations.
  'books.read',
  'books.write',
  // All of a customer's data at once; closing and erasing their account.
  'privacy.read',
  'privacy.write',
  // What is sold: models, plans, images, regions.
  'catalog.read',
  'catalog.write',
  'prices.write',
  // Pools, hosts, GPUs, and the jobs that maintain them.
  'fleet.read',
  'fleet.write',
  // What customers are told about incidents and planned work.
  'status.read',
  'status.write',
  // The operators and their roles.
  'operators.read',
  'operators.write',
] as const;
export type OperatorPermission = (typeof operatorPermissions)[number];

/** Whether a text is the name of a permission. */
export function isOperatorPermission(text: string | null): text is OperatorPermission {
  return operatorPermissions.some((permission) => permission === text);
}

/** What each role may do, for the door and the console. The operator's command may do everything: whoever has the shell has full access. */
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

/** Whether an operator in this role has this permission. */
export function operatorMay(role: OperatorRole, permission: OperatorPermission): boolean {
  const allowed: readonly OperatorPermission[] = operatorRolePermissions[role];
  return allowed.includes(permission);
}

/** The roles that have this permission, the narrowest first. Never empty: an owner may do everything. */
export function rolesThatMay(permission: OperatorPermission): readonly OperatorRole[] {
  return OperatorRole.options.filter((role) => operatorMay(role, permission));
}

/** Permissions whose reads show a customer's own data: the audit log records each look. */
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

/** Why an operator may not do something, and who may: the server's answer, and what a disabled button says. */
export function roleRefusal({ role, permission }: { role: OperatorRole; permission: OperatorPermission }): Told {
  const others = rolesThatMay(permission);
  const names = (language: 'en' | 'fr') => choiceIn[language].format(others.map((other) => operatorRoleNames[other][language]));
  return {
    en: `Your role (${operatorRoleNames[role].en}) does not allow this. An operator in the role ${names('en')} can do it.`,
    fr: `Votre rôle (${operatorRoleNames[role].fr}) ne le permet pas. Un exploitant dans le rôle ${names('fr')} peut le faire.`,
  };
}

/** A person who is an operator. */
export const Operator = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role: OperatorRole,
  /** Their second factor; null: none yet. */
  secondFactor: z.enum(['app', 'passkey']).nullable(),
  /** When they last did something as an operator, if they are still signed in. */
  operatedAt: z.iso.datetime().nullable(),
});
export type Operator = z.infer<typeof Operator>;

export const AddOperatorRequest = z.strictObject({ email: EmailText, role: OperatorRole });
export const ChangeOperatorRoleRequest = z.strictObject({ role: OperatorRole });
