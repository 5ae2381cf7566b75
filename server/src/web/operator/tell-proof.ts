import { adviceOn, frenchChecks, isLedgerCheck } from '@boreal/contract/billing/ledger-checks.ts';
import type { LedgerVerification } from '@boreal/contract/operator/operator.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { readProof } from '../../core/money/verification/prove-ledger.ts';

/** The latest verification of the ledger in an operator's language; a check from a newer version keeps that version's name. */
export async function tellProof(ctx: Ctx, locale: Language): Promise<LedgerVerification> {
  const { proof, underWaySince } = await readProof(ctx);
  return {
    proof: proof && {
      provenAt: proof.provenAt.toISOString(),
      ok: proof.checks.every(({ broken }) => broken.length === 0),
      checked: proof.checked,
      checks: proof.checks.map((check) => {
        if (!isLedgerCheck(check.name)) return check;
        const advice = adviceOn(check.name)?.[locale];
        return { ...check, name: locale === 'fr' ? frenchChecks[check.name] : check.name, ...(advice !== undefined && { advice }) };
      }),
    },
    underWaySince: underWaySince?.toISOString() ?? null,
  };
}
