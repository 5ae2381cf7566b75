import { z } from 'zod';

/**
 * Why nothing is placed on a host that its engine was told of. `no_answer`: the host does not answer its engine; `unknown_host`: the engine
 * has no host by that name. `engine_…`: the problem is with the engine as a whole: nothing answers, something answers that does not serve
 * Boreal, it could not be asked, or another database of this installation drives it (`engine_fenced`). In the remaining cases the host
 * answers, but nothing is sold on it: nobody has checked that its machines are safe (`unchecked`), they are not (`unsafe`), or whoever runs
 * the engine has closed the host to new ones (`closed`).
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

/** With these, Boreal has no news of the machines: their servers are in ERROR and not billed. With all others, machines keep running. */
export const unheardOf = ['no_answer', 'engine_no_answer'] as const satisfies readonly HostSilence[];

/** With these, the engine still answers for the host, so its machines can be moved off it. */
export const answersAlthough = ['unchecked', 'unsafe', 'closed'] as const satisfies readonly HostSilence[];

/** Who set a host's state: an operator, or Boreal because machines kept failing on it. */
export const HostStateWhy = z.enum(['by_hand', 'machines_failed']);
export type HostStateWhy = z.infer<typeof HostStateWhy>;

/** Why an engine has no room: none of its hosts can take the machine, or a quota is used up. */
export const RefusalCause = z.enum(['no_capacity', 'quota']);
export type RefusalCause = z.infer<typeof RefusalCause>;

/**
 * For an engine that does its own placement: how many GPUs of a model the largest machine that fits on a host can have. `cause` and `words`
 * (the engine's own) are those of the last machine it refused; null if the engine only counts, or said nothing.
 */
export const HostRefusal = z.object({ gpuModel: z.string(), gpus: z.int(), cause: RefusalCause.nullable(), words: z.string().nullable() });
export type HostRefusal = Readonly<z.infer<typeof HostRefusal>>;
