import { adviceOn, frenchChecks, isLedgerCheck } from '@boreal/contract/billing/ledger-checks.ts';
import type { LedgerVerification } from '@boreal/contract/operator/operator.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { readProof } from '../../core/money/verification/prove-ledger.ts';

/** The newest proof of the ledger in an operator's language; a check that only a newer version knows, as that one named it. */
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
