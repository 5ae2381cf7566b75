import type { CreditMovement } from '../../money/ledger/ledger.store.ts';

/** What an operator moves, and why; the customer reads the reason. */
export interface MovementByHand {
  readonly accountId: string;
  /** Micro-CAD, positive. */
  readonly amountMicros: bigint;
  readonly reason: string;
  /** The server it concerns, one of the account's; the customer sees it next to the movement. */
  readonly serverId?: string | undefined;
  /** Identifies the movement within the account: the same key moves nothing again. Absent: every call is a new movement. */
  readonly key?: string | undefined;
}

export interface CreditChange {
  /** Null while another operator has to decide. */
  readonly transactionId: string | null;
  readonly requestId: string | null;
  /** False if an earlier call with the same key moved the money. */
  readonly moved: boolean;
  /** The account's balance now. */
  readonly balanceMicros: bigint;
}

export type Posting = Pick<CreditMovement, 'type' | 'against'> & { readonly direction: 'give' | 'take' };

export interface NamedMovement extends Omit<MovementByHand, 'serverId' | 'key'> {
  readonly serverId: string | null;
  /** The full key of the transfer. */
  readonly key: string;
  readonly posting: Posting;
}
