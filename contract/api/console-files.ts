/** Files that a browser downloads through a link in the console; a link sends no header and cannot unwrap `data`. */

/** The account's transactions as a spreadsheet. */
export const TRANSACTIONS_FILE = { scope: 'account', method: 'GET', path: '/transactions.csv', limit: 10, needs: 'billing.read' } as const;
/** The same for a program. */
export const TRANSACTIONS_JSON = { ...TRANSACTIONS_FILE, path: '/transactions.json' } as const;

const costs = { scope: 'account', method: 'GET', limit: 10, needs: 'billing.read' } as const;
/** What an account was charged, by server, label, person, key or model: for a spreadsheet. */
export const COSTS_CSV = { ...costs, path: '/costs.csv' } as const;
/** The same for a program. */
export const COSTS_JSON = { ...costs, path: '/costs.json' } as const;

const usage = { scope: 'account', method: 'GET', limit: 10, needs: 'servers.read' } as const;
/** What one server was charged, hour by hour: for a spreadsheet. */
export const SERVER_USAGE_CSV = { ...usage, path: '/servers/:id/usage.csv' } as const;
/** The same for a program. */
export const SERVER_USAGE_JSON = { ...usage, path: '/servers/:id/usage.json' } as const;

const audit = { scope: 'account', method: 'GET', limit: 10, needs: 'audit.read' } as const;
/** The account's audit log: for a spreadsheet. */
export const AUDIT_CSV = { ...audit, path: '/audit.csv' } as const;
/** The same for a program. */
export const AUDIT_JSON = { ...audit, path: '/audit.json' } as const;
const allAudit = { ...audit, scope: 'operator' } as const;
/** The audit log of all accounts and of Boreal itself. */
export const ALL_AUDIT_CSV = { ...allAudit, path: '/audit.csv' } as const;
export const ALL_AUDIT_JSON = { ...allAudit, path: '/audit.json' } as const;

/** All of the account's data. Reading it loads the database and reveals everything at once, so the owner must prove their identity. */
export const EXPORT_FILE = {
  scope: 'account',
  method: 'GET',
  path: '/export.json',
  limit: 3,
  needs: 'account.read',
  opensWayIn: true,
} as const;

/** The same for any customer's account, when the customer asks an operator for it. */
export const ANY_EXPORT_FILE = {
  scope: 'operator',
  method: 'GET',
  path: '/accounts/:accountId/export.json',
  limit: 3,
  needs: 'privacy.read',
  opensWayIn: true,
} as const;

const books = { scope: 'operator', method: 'GET', limit: 10, needs: 'books.read' } as const;
/** What Boreal earned, by GPU model or by customer: for a spreadsheet. */
export const REVENUE_CSV = { ...books, path: '/revenue.csv' } as const;
/** The same for a program. */
export const REVENUE_JSON = { ...books, path: '/revenue.json' } as const;

const fleet = { scope: 'operator', method: 'GET', limit: 10, needs: 'fleet.read' } as const;
/** How full each pool was, by hour or by day: for a spreadsheet. */
export const UTILISATION_CSV = { ...fleet, path: '/utilisation.csv' } as const;
/** The same for a program. */
export const UTILISATION_JSON = { ...fleet, path: '/utilisation.json' } as const;

// Every request lays out the PDF again, which is costly, and no page requests it on its own.
const invoice = { method: 'GET', path: '/invoices/:invoiceId/pdf', limit: 30 } as const;
/** One of the account's documents, as a PDF. */
export const INVOICE_FILE = { ...invoice, scope: 'account', needs: 'billing.read' } as const;
/** The account's documents that match the list's filter, as PDFs in a ZIP archive. */
export const INVOICES_ZIP = { scope: 'account', method: 'GET', path: '/invoices.zip', limit: 3, needs: 'billing.read' } as const;
/** Any customer's document, as a PDF. */
export const ANY_INVOICE_FILE = { ...invoice, scope: 'operator', needs: 'payments.read' } as const;
