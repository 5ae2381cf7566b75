/** How strict an installation is about access. */
export interface SignInRules {
  /** Operators must set up an authenticator app, or sign in with a passkey, before anything else. */
  readonly operatorsNeedSecondFactor: boolean;
  /** Hours after which an operator signs in again; null: as everybody. */
  readonly operatorSessionHours: number | null;
  /** Minutes without a request after which an operator signs in again; null: as everybody. */
  readonly operatorIdleMinutes: number | null;
  /** Addresses and networks that operators may come from; null: any. */
  readonly operatorNetworks: readonly string[] | null;
  /** Micro-CAD that one operator may move by hand in 24 hours without another: credit, debits, refunds; null: any amount. */
  readonly creditAloneMicros: bigint | null;
  /** Percent by which one operator may change a price in 24 hours without another; null: as far as they like. */
  readonly priceAlonePercent: number | null;
  /** Accounts that one network may open in 24 hours. */
  readonly signUpsADay: number;
  /** Leading zero bits of the puzzle that a browser solves before it opens an account; 0: none. */
  readonly signUpWorkBits: number;
  /** Hours during which a new account that has paid nothing cannot invite anybody. */
  readonly invitesAfterHours: number;
}

/** For places with nothing to lose: the demo, and tests about something else. */
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
