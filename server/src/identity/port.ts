import type { IdentityProvider } from '@boreal/contract/people/identities.ts';

/** Whom a provider has named. */
export interface Identified {
  /** What the provider calls the person, for good: an address there may change hands. */
  readonly subject: string;
  /** An address that the provider has seen the person read; null if it says of none that it has. */
  readonly email: string | null;
  readonly name: string;
  /** What the person calls that account: its address, or its name there. */
  readonly label: string;
}

/** What one attempt keeps here, apart from the browser, until the browser is back. */
export interface AttemptSecrets {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE: whoever sees the code cannot redeem it. */
  readonly verifier: string;
}

/** What a provider has added to our page's address. */
export interface CallbackParams {
  readonly state: string;
  readonly code?: string | undefined;
  readonly error?: string | undefined;
  readonly iss?: string | undefined;
}

/** A provider with which the operator has registered this site. */
export interface IdentityClient {
  readonly provider: IdentityProvider;
  /** Where it answers, for whoever looks whether it does. */
  readonly address: string;
  /** Where the browser goes. @throws IdentityProblem `away` */
  begin(attempt: AttemptSecrets): Promise<string>;
  /** Redeems the code. Nothing that the provider gives us for it is kept. @throws IdentityProblem */
  finish(params: CallbackParams, attempt: AttemptSecrets): Promise<Identified>;
}

/** By provider, those that are set up. */
export type Identities = ReadonlyMap<IdentityProvider, IdentityClient>;

/** `away`: it does not answer, or only with errors of its own; `refused`: it does not confirm who this is. */
export class IdentityProblem extends Error {
  readonly is: 'away' | 'refused';

  constructor(is: 'away' | 'refused', options: { cause: unknown }) {
    super(`the provider ${is === 'away' ? 'does not answer' : 'does not confirm who this is'}`, options);
    this.name = 'IdentityProblem';
    this.is = is;
  }
}
