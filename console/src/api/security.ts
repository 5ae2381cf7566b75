import * as auth from '@boreal/contract/api/auth-endpoints.ts';
import * as person from '@boreal/contract/endpoints/console/person.ts';
import type { PasswordRequest } from '@boreal/contract/people/sign-in.ts';
import { startRegistration } from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { callAuth } from './call-auth.ts';
import { call } from './call.ts';

export type TwoFactorBegun = z.output<NonNullable<typeof auth.enableTwoFactor.answer>>;

/** New recovery codes; the earlier ones stop working. */
export async function renewRecoveryCodes(body: PasswordRequest): Promise<string[]> {
  return (await callAuth(auth.renewRecoveryCodes, { body })).backupCodes;
}

type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
/** The browser reads them; the row has checked that they are there. */
const PasskeyOptions = z.custom<RegistrationOptions>();

/** Sets up a passkey on this device. @throws the browser's error when nobody responds */
export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = PasskeyOptions.parse(await callAuth(auth.beginPasskey));
  const response = await startRegistration({ optionsJSON });
  await callAuth(auth.addPasskey, { body: { response: { ...response, response: { ...response.response } }, name } });
}

/** Browsers in which the person is signed in, latest used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: ({ signal }) => call(person.listSessions, { signal }),
});
