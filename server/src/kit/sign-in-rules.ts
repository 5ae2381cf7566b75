/** How strict an installation is about access. */
export interface SignInRules {
  /** Operators must set up an authenticator app, or sign in with a passkey, before anything else. */
  readonly operatorsNeedSecondFactor: boolean;
  /** Hours after which an operator must sign in again; null: as for everyone. */
  readonly operatorSessionHours: number | null;
  /** Minutes without a request after which an operator must sign in again; null: as for everyone. */
  readonly operatorIdleMinutes: number | null;
  /** Addresses and networks that operators may connect from; null: any. */
  readonly operatorNetworks: readonly string[] | null;
  /** Micro-CAD that one operator may move manually in 24 hours without another: credit, debits, refunds; null: any amount. */
  readonly creditAloneMicros: bigint | null;
  /** Percent by which one operator may change a price in 24 hours without another; null: no limit. */
  readonly priceAlonePercent: number | null;
  /** Accounts that may be opened from one network in 24 hours. */
  readonly signUpsADay: number;
  /** Leading zero bits of the puzzle that a browser solves before it opens an account; 0: none. */
  readonly signUpWorkBits: number;
  /** Hours during which a new account that has paid nothing cannot invite anybody. */
  readonly invitesAfterHours: number;
}

/** For the demo, and for tests of something else. */
export const easyRules: SignInRules = {
  operatorsNeedSecondFactor: false,
  operatorSessionHours: null,
  operatorIdleMinutes: null,
  operatorNetworks: null,
  creditAloneMicros: null,
  priceAlonePercent: null,
  signUpsADay: 1000,
  signUpWorkBits: 0,
  invitesAfterHours: 0,
};
