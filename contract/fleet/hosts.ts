import { z } from 'zod';

/**
 * Why nothing is placed on a host that its engine was told of. `no_answer`: the host does not answer its engine; `unknown_host`: the
 * engine has none by that name. `engine_…`: the engine as a whole is not heard: nobody answers, something answers that does not serve
 * us, it could not be asked, or another database of this installation drives it (`engine_fenced`). It answers, but nothing is sold on it: nobody has checked that its machines are safe (`unchecked`),
 * they are not (`unsafe`), or whoever runs the engine has closed it to new ones there (`closed`).
 */
export const HostSilence = z.enum([
  'no_answer',
  'unknown_host',
  'engine_no_answer',
  'engine_no_service',
  'engine_not_asked',
  'engine_fenced',
  'unchecked',
  'unsafe',
  'closed',
]);
export type HostSilence = z.infer<typeof HostSilence>;

/** Of these, nobody hears of the machines: their servers are in ERROR and not billed. Of all others, machines run on. */
export const unheardOf = ['no_answer', 'engine_no_answer'] as const satisfies readonly HostSilence[];

/** Of these, its engine answers for the host: its machines can be moved off it. */
export const answersAlthough = ['unchecked', 'unsafe', 'closed'] as const satisfies readonly HostSilence[];

/** Who put a host in its state: an operator, or Boreal because machines kept failing on it. */
export const HostStateWhy = z.enum(['by_hand', 'machines_failed']);
export type HostStateWhy = z.infer<typeof HostStateWhy>;

/** What an engine says when it has no room: no host of it can take the machine, or what may be used there is used up. */
export const RefusalCause = z.enum(['no_capacity', 'quota']);
export type RefusalCause = z.infer<typeof RefusalCause>;

/**
 * Where an engine places by itself: the GPUs of a model in the largest machine that it makes on a host. `cause` and `words`, which are the
 * engine's own: of the machine that it refused last; null where it only counts, or said nothing.
 */
export const HostRefusal = z.object({ gpuModel: z.string(), gpus: z.int(), cause: RefusalCause.nullable(), words: z.string().nullable() });
export type HostRefusal = Readonly<z.infer<typeof HostRefusal>>;
