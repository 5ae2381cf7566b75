/** A customer's credit row: the balance, the budget's limits and what counts against them. Amounts in micro-CAD. */
export interface CreditRow {
  readonly accountId: string;
  readonly balanceMicros: bigint;
  readonly monthLimitMicros: bigint | null;
  readonly dayLimitMicros: bigint | null;
  /** The Toronto month, and the day, that the spent amounts count for. */
  readonly monthStart: Date | null;
  readonly monthSpentMicros: bigint;
  readonly dayStart: Date | null;
  readonly daySpentMicros: bigint;
  /** Since when the account has been suspended, and why; null if it is not. */
  readonly suspendedAt: Date | null;
  readonly suspendedReason: string | null;
  /** Since when the account has been closed; null if it is open. */
  readonly closedAt: Date | null;
}

export const creditColumns = [
  'id as accountId',
  'balanceMicros',
  'monthLimitMicros',
  'dayLimitMicros',
  'monthStart',
  'monthSpentMicros',
  'dayStart',
  'daySpentMicros',
  'suspendedAt',
  'suspendedReason',
  'closedAt',
] as const;
