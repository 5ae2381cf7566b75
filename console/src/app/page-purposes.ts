import type { Permission } from '@boreal/contract/people/members.ts';
import type { PagePath } from './nav-entry.ts';

/** What the work of a page takes. Whoever may not do it is offered no link to the page. */
export const pagePurposes = {
  '/console/deploy': 'servers.write',
  '/console/agents/new': 'keys.write',
  '/console/billing/add-credits': 'billing.write',
  '/console/billing/payment-methods/add': 'billing.write',
  '/console/support/new': 'tickets.write',
  '/console/profile/close': 'account.write',
} as const satisfies Partial<Record<PagePath, Permission>>;

const purposes = new Map<string, Permission>(Object.entries(pagePurposes));

/** What the work of an address' page takes; null if the page is for reading. */
export function purposeOf(address: string | undefined): Permission | null {
  const path = address?.replace(/[?#].*$/, '').replace(/\/$/, '') ?? '';
  return purposes.get(path) ?? null;
}
