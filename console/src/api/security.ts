import * as auth from '@boreal/contract/auth-endpoints.ts';
import * as person from '@boreal/contract/endpoints/console/person.ts';
import { startRegistration } from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { callAuth } from './call-auth.ts';
import { call } from './call.ts';

/** The other sessions end. */
export const changePassword = (body: { currentPassword: string; newPassword: string }) => callAuth(auth.changePassword, { body });

/** A link goes to the present address first, then another to the new one. */
export const changeEmail = (newEmail: string) => callAuth(auth.changeEmail, { body: { newEmail } });

export type TwoFactorBegun = z.output<NonNullable<typeof auth.enableTwoFactor.answer>>;

/** Begins two-factor authentication: it is on once the app has shown a first code (`verifyTotp`). */
export const enableTwoFactor = (password: string) => callAuth(auth.enableTwoFactor, { body: { password } });

export const disableTwoFactor = (password: string) => callAuth(auth.disableTwoFactor, { body: { password } });

/** New recovery codes; those before work no more. */
export async function renewRecoveryCodes(password: string): Promise<string[]> {
  return (await callAuth(auth.renewRecoveryCodes, { body: { password } })).backupCodes;
}

export type Passkey = z.output<NonNullable<typeof auth.listPasskeys.answer>>[number];

export const passkeysQuery = queryOptions({
  queryKey: ['me', 'passkeys'],
  queryFn: ({ signal }) => callAuth(auth.listPasskeys, { signal }),
});

type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
/** The browser reads them; that they are there, the row has looked. */
const PasskeyOptions = z.custom<RegistrationOptions>();

/** Sets up a passkey on this device. @throws what the browser throws when nobody answers it */
export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = PasskeyOptions.parse(await callAuth(auth.beginPasskey));
  const response = await startRegistration({ optionsJSON });
  await callAuth(auth.addPasskey, { body: { response: { ...response, response: { ...response.response } }, name } });
}

export const renamePasskey = (id: string, name: string) => callAuth(auth.renamePasskey, { body: { id, name } });

export const removePasskey = (id: string) => callAuth(auth.removePasskey, { body: { id } });

/** Browsers in which the person is signed in, the latest used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: ({ signal }) => call(person.listSessions, { signal }),
});

export const revokeSession = (sessionId: string) => call(person.revokeSession, { params: { sessionId } });

export const revokeOtherSessions = () => call(person.revokeOtherSessions);
