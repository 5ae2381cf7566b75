/** How careful an installation is about who gets in and what they may do at once. */
export interface SignInRules {
  /** Operators set up an authenticator app before anything else. */
  readonly operatorsNeedSecondFactor: boolean;
  /** Micro-CAD that one operator may give or take by hand in 24 hours without another; null: any amount. */
  readonly creditAloneMicros: bigint | null;
  /** Accounts that one network may open in 24 hours. */
  readonly signUpsADay: number;
  /** Leading zero bits of the puzzle that a browser solves before it opens an account; 0: none. */
  readonly signUpWorkBits: number;
  /** Hours for which a new account that has paid nothing invites nobody. */
  readonly invitesAfterHours: number;
}

/** For a place where nothing can be lost: the demo, and tests that are about something else. */
export const easyRules: SignInRules = {
  operatorsNeedSecondFactor: false,
  creditAloneMicros: null,
  signUpsADay: 1000,
  signUpWorkBits: 0,
  invitesAfterHours: 0,
};
