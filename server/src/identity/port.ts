import type { IdentityProvider } from '@boreal/contract/people/identities.ts';

/** The person whom a provider identified. */
export interface Identified {
  /** The provider's permanent id for the person: an e-mail address there may change hands. */
  readonly subject: string;
  /** An address that the provider has verified the person can read; null if it vouches for none. */
  readonly email: string | null;
  readonly name: string;
  /** The account's name as the person knows it: its address, or its user name there. */
  readonly label: string;
}

/** What one attempt stores here, hidden from the browser, until the browser returns. */
export interface AttemptSecrets {
  readonly state: string;
  readonly nonce: string;
  /** For PKCE: someone who sees the code cannot redeem it. */
  readonly verifier: string;
}

/** The parameters that a provider added to the callback page's URL. */
export interface CallbackParams {
  readonly state: string;
  readonly code?: string | undefined;
  readonly error?: string | undefined;
  readonly iss?: string | undefined;
}

/** A provider with which the operator has registered this site. */
export interface IdentityClient {
  readonly provider: IdentityProvider;
  /** The provider's address, for checking whether it answers. */
  readonly address: string;
  /** The URL that the browser goes to. @throws IdentityProblem `away` */
  begin(attempt: AttemptSecrets): Promise<string>;
  /** Redeems the code. Nothing that the provider issues is kept. @throws IdentityProblem */
  finish(params: CallbackParams, attempt: AttemptSecrets): Promise<Identified>;
}

/** The configured providers, by name. */
export type Identities = ReadonlyMap<IdentityProvider, IdentityClient>;

/** `away`: it does not answer, or only with errors of its own; `refused`: it does not confirm who the person is. */
export class IdentityProblem extends Error {
  readonly is: 'away' | 'refused';

  constructor(is: 'away' | 'refused', options: { cause: unknown }) {
    super(`the provider ${is === 'away' ? 'does not answer' : 'does not confirm who this is'}`, options);
    this.name = 'IdentityProblem';
    this.is = is;
  }
}
