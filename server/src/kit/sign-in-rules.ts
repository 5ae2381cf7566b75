/** How strict an installation is about access. */
export interface SignInRules {
  /** Operators must set up an authenticator app before anything else. */
  readonly operatorsNeedSecondFactor: boolean;
  /** Micro-CAD that one operator may add or remove by hand in 24 hours without another; null: any amount. */
  readonly creditAloneMicros: bigint | null;
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
  creditAloneMicros: null,
  signUpsADay: 1000,
  signUpWorkBits: 0,
  invitesAfterHours: 0,
};
