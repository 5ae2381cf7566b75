import type { SignInError } from '@boreal/contract/people/sign-in.ts';
import { APIError } from 'better-auth/api';
import type { Ctx } from '../../../core/ground/ctx.ts';
import { IdentityProblem } from '../../../identity/port.ts';

/** A refusal as the library passes it on; its text is the contract's. */
export function refused(code: SignInError): APIError {
  return new APIError('BAD_REQUEST', { code });
}

/** A provider's error goes to the log; the person reads whether to wait or to start over. */
export async function asRefusal<T>({ log }: Pick<Ctx, 'log'>, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof IdentityProblem)) throw error;
    log.warn({ err: error }, 'an identity provider did not help');
    throw refused(error.is === 'away' ? 'IDENTITY_PROVIDER_AWAY' : 'IDENTITY_PROVIDER_REFUSED');
  }
}
