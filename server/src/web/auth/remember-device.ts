import type { Ctx } from '../../core/ground/ctx.ts';
import type { AuthCall } from './auth-call.ts';
import { DEVICE_COOKIE, DEVICE_DAYS, withDevice } from './known-device.ts';

/** Records in the browser that a person proved their identity there: by signing in, or through a link from their mailbox. */
export async function rememberDevice(ctx: Ctx, call: AuthCall, email: string): Promise<void> {
  const { name, attributes } = call.context.createAuthCookie(DEVICE_COOKIE, { maxAge: DEVICE_DAYS * 24 * 3600 });
  const value = withDevice(call.getCookie(name), { email, secret: call.context.secret, at: ctx.clock.wall() });
  call.setCookie(name, value, attributes);
}
