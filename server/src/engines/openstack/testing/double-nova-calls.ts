import type { z } from 'zod';
import { bodyOf, readAs, Refusal, type Call, type Caller } from './double-http.ts';
import type { Life } from './double-life.ts';
import type { Server } from './double-world.ts';

const BEGINS = 'Invalid input for field/attribute. ';

/** @throws Refusal, of what is not there and of what is not the caller's alike */
export function serverOf(life: Life, { user }: Caller, id: string): Server {
  const found = life.servers.get(id);
  if (!found || (user.role !== 'admin' && found.project.id !== user.project.id))
    throw new Refusal(404, `Instance ${id} could not be found.`);
  return found;
}

/** @throws Refusal */
export function adminOnly({ user }: Caller, policy: string): void {
  if (user.role !== 'admin') throw new Refusal(403, `Policy doesn't allow os_compute_api:${policy} to be performed.`);
}

/** @throws Refusal in nova's words */
export function parsed<T>(shape: z.ZodType<T>, call: Call): T {
  return bodyOf(shape, call, { begins: BEGINS });
}

/** What stands in a body under an action's name. @throws Refusal in nova's words */
export function parsedGiven<T>(shape: z.ZodType<T>, given: unknown): T {
  return readAs(shape, given, { begins: BEGINS });
}
