import { siteLinks } from '@boreal/contract/words/links.ts';
import { addPerson } from '../../../core/ground/people/add-person.ts';
import { makePasswordLink } from '../../../core/ground/people/make-password-link.ts';
import { findPersonByEmail } from '../../../core/ground/people/users.store.ts';
import { listOperators } from '../../../core/ground/operators/list-operators.ts';
import { setRoleByEmail } from '../../../core/ground/operators/set-operator-role.ts';
import type { Ctx } from '../../../core/ground/ctx.ts';
import { INVOCATION } from '../../verb.ts';
import { requireCtx } from '../require-ctx.ts';
import type { Setup, Step } from '../step.ts';

/** The first operator, who may do everything and chooses their own password and second factor. */
export const operatorStep: Step = {
  name: 'operator',
  async plan(setup) {
    const ctx = await setup.ctx();
    const owner = ctx ? (await listOperators(ctx)).find(({ role }) => role === 'owner') : undefined;
    const said = await setup.answers.given('operator-email');
    if (owner && (said === null || said === owner.email)) {
      if (owner.secondFactor === null)
        setup.notes.push(
          `${owner.email} has no second factor yet, without which production lets no operator work. A new link to choose a password: ${INVOCATION} person link ${owner.email}`,
        );
      return { stands: `${owner.email} operates`, changes: [] };
    }
    const email = await setup.answers.get('operator-email');
    const person = ctx ? await findPersonByEmail(ctx.db.sql, email) : null;
    const name = person?.name ?? (await setup.answers.get('operator-name', { byDefault: nameOf(email) }));
    const run = async () => {
      if (person) await setRoleByEmail(requireCtx(ctx), { email, role: 'owner' });
      else await addPerson(requireCtx(ctx), { email, name, role: 'owner' });
      if (!person) await noteLink(setup, requireCtx(ctx), { email, next: 'and then set up the second factor that every operator needs' });
    };
    return { stands: `${email} operates, and may do everything`, changes: [{ verb: 'add', what: `the operator ${email}`, run }] };
  },
};

/** Notes for the end the link with which a person chooses a password: setup never sets one for them. */
export async function noteLink(setup: Setup, ctx: Ctx, { email, next }: { email: string; next: string }): Promise<void> {
  const { siteUrl } = await setup.config();
  const { token, expiresAt } = await makePasswordLink(ctx, { email });
  const until = expiresAt.toISOString().slice(11, 16);
  setup.notes.push(
    `${email}: choose a password here, ${next}. It works once, until ${until} UTC; another: ${INVOCATION} person link ${email}\n  ${siteLinks(siteUrl).resetPassword(token)}`,
  );
}

/** `marie.tremblay@example.com` is Marie Tremblay, until she changes it. */
export function nameOf(email: string): string {
  const [local = email] = email.split('@');
  return local
    .split(/[._+-]+/)
    .filter((part) => part !== '')
    .map((part) => `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`)
    .join(' ');
}
