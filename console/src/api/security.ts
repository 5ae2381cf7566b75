import { Done } from '@boreal/contract/console.ts';
import { PasskeyName, PasswordRequest, ChangeEmailRequest, ChangePasswordRequest, Session } from '@boreal/contract/sign-in.ts';
import { startRegistration } from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { callAuth, callConsole } from './call.ts';

const Anything = z.unknown();

/** The other sessions end. */
export const changePassword = (body: { currentPassword: string; newPassword: string }) =>
  callAuth('/change-password', Anything, { method: 'POST', takes: ChangePasswordRequest, body });

/** A link goes to the present address first, then another to the new one. */
export const changeEmail = (newEmail: string) =>
  callAuth('/change-email', Anything, { method: 'POST', takes: ChangeEmailRequest, body: { newEmail } });

const TwoFactorBegun = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) });
export type TwoFactorBegun = z.infer<typeof TwoFactorBegun>;

/** Begins two-factor authentication: it is on once the app has shown a first code (`verifyTotp`). */
export const enableTwoFactor = (password: string) =>
  callAuth('/two-factor/enable', TwoFactorBegun, { method: 'POST', takes: PasswordRequest, body: { password } });

export const disableTwoFactor = (password: string) =>
  callAuth('/two-factor/disable', Anything, { method: 'POST', takes: PasswordRequest, body: { password } });

/** New recovery codes; those before work no more. */
export async function renewRecoveryCodes(password: string): Promise<string[]> {
  const answer = z.object({ backupCodes: z.array(z.string()) });
  return (await callAuth('/two-factor/generate-backup-codes', answer, { method: 'POST', takes: PasswordRequest, body: { password } }))
    .backupCodes;
}

const Passkey = z.object({ id: z.string(), name: z.string().nullish(), createdAt: z.iso.datetime().nullish() });
export type Passkey = z.infer<typeof Passkey>;

export const passkeysQuery = queryOptions({
  queryKey: ['me', 'passkeys'],
  queryFn: ({ signal }) => callAuth('/passkey/list-user-passkeys', z.array(Passkey), { signal }),
});

type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
/** The browser reads them; we only look whether they are there. */
const PasskeyOptions = z.custom<RegistrationOptions>((value) => typeof value === 'object' && value !== null && 'challenge' in value);

/** Sets up a passkey on this device. @throws what the browser throws when nobody answers it */
export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await callAuth('/passkey/generate-register-options', PasskeyOptions);
  const response = await startRegistration({ optionsJSON });
  await callAuth('/passkey/verify-registration', Anything, { method: 'POST', body: { response, name } });
}

export const renamePasskey = (id: string, name: string) =>
  callAuth('/passkey/update-passkey', Anything, { method: 'POST', takes: PasskeyName, body: { id, name } });

export const removePasskey = (id: string) => callAuth('/passkey/delete-passkey', Anything, { method: 'POST', body: { id } });

/** Browsers in which the person is signed in, the latest used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: ({ signal }) => callConsole('/me/sessions', z.array(Session), { signal }),
});

export const revokeSession = (sessionId: string) =>
  callConsole(`/me/sessions/${encodeURIComponent(sessionId)}`, Done, { method: 'DELETE' });

export const revokeOtherSessions = () => callConsole('/me/sessions/revoke-others', z.object({ revoked: z.int() }), { method: 'POST' });
