import { peopleSentences } from '@boreal/contract/request-sentences/people.sentences.ts';
import type { SignUpPuzzle, SignUpRequest } from '@boreal/contract/people/sign-in.ts';
import { hash } from 'node:crypto';
import { z } from 'zod';
import { addMs, MINUTE_MS } from '../../../kit/clock.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { randomBase62 } from '../../../kit/ids.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { readLink, signLink } from '../../ground/links/signed-link.ts';
import { useLink } from '../../ground/links/use-link.ts';

const SOLVED_WITHIN_MS = 30 * MINUTE_MS;
const Content = z.strictObject({ for: z.literal('sign-up'), bits: z.int(), once: z.string() });

/** A puzzle for a browser that wants to open an account, to be solved once, within half an hour. No bits: there is nothing to solve. */
export function makePuzzle(ctx: Ctx): Promise<SignUpPuzzle> {
  const bits = ctx.rules.signUpWorkBits;
  const now = ctx.clock.wall();
  const content = { for: 'sign-up', bits, once: randomBase62(16) } as const;
  return ctx.transact(async (tx) => ({ puzzle: await signLink(tx, { content, expiresAt: addMs(now, SOLVED_WITHIN_MS), now }), bits }));
}

/** @throws INVALID_REQUEST the work that this installation requires of strangers is missing, wrong, late or was used */
export async function requireWork(ctx: Ctx, work: SignUpRequest['work']): Promise<void> {
  const asked = ctx.rules.signUpWorkBits;
  if (asked === 0) return;
  const content = work && Content.safeParse(await readLink(ctx.db.sql, { token: work.puzzle, now: ctx.clock.wall() }));
  const solved = work && content?.success && content.data.bits >= asked && zeroBits(`${work.puzzle}:${work.nonce}`) >= asked;
  if (solved && (await useLink(ctx, work.puzzle))) return;
  throw invalidRequest('work', peopleSentences.browserNotChecked);
}

/** How many zero bits the hash of a text begins with. */
export function zeroBits(text: string): number {
  const bits = [...hash('sha256', text, 'buffer')].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.indexOf('1') === -1 ? bits.length : bits.indexOf('1');
}
