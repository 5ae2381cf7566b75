import * as profileRows from '@boreal/contract/endpoints/console/profile.ts';
import * as closingRows from '@boreal/contract/endpoints/console/closing.ts';
import * as auditRows from '@boreal/contract/endpoints/console/audit.ts';
import * as budgetRows from '@boreal/contract/endpoints/console/budget.ts';
import * as costsRows from '@boreal/contract/endpoints/console/costs.ts';
import * as sshKeysRows from '@boreal/contract/endpoints/console/ssh-keys.ts';
import * as apiKeysRows from '@boreal/contract/endpoints/console/api-keys.ts';
import { closeAccount } from '../core/commerce/closing/close-account.ts';
import { previewClosing } from '../core/commerce/closing/preview-closing.ts';
import { getProfile } from '../core/ground/profiles/get-profile.ts';
import { updateProfile } from '../core/ground/profiles/update-profile.ts';
import { listNamedAudit } from '../core/commerce/oversight/list-named-audit.ts';
import { readHibernatedGb } from '../core/fleet/servers/hibernated-gb.store.ts';
import { getCosts } from '../core/fleet/costs/get-costs.ts';
import { getForecast } from '../core/fleet/costs/get-forecast.ts';
import { getSpendByDay } from '../core/money/ledger/get-spend-by-day.ts';
import { createKey } from '../core/ground/keys/create-key.ts';
import { revokeKey } from '../core/ground/keys/revoke-key.ts';
import { generateSshKey } from '../core/ground/ssh-keys/generate-ssh-key.ts';
import { bind } from '../door/bind.ts';
import { notFound } from '../kit/errors.ts';
import { changeAccountBudget, readAccountBudget } from '../core/money/budgets/tell-account-budget.ts';

/** What only people, and no keys, do with their account. */
export const accountRoutes = [
  ...bind(profileRows, {
    getProfile: (ctx) => getProfile(ctx),
    updateProfile: (ctx, { body }) => updateProfile(ctx, body),
    prepareExport: async (ctx) => ({ id: ctx.accountId }),
  }),
  ...bind(closingRows, {
    getClosing: (ctx) => previewClosing(ctx),
    closeAccount: (ctx, { body }) => closeAccount(ctx, body),
  }),
  ...bind(auditRows, {
    listAudit: (ctx, { query }) => listNamedAudit(ctx, query),
  }),
  ...bind(budgetRows, {
    getAccountBudget: (ctx) => readAccountBudget(ctx, ctx.accountId),
    setAccountBudget: (ctx, { body }) => changeAccountBudget(ctx, ctx.accountId, body),
    getHibernatedDisks: async (ctx) => {
      const kept = await readHibernatedGb(ctx.db.sql, ctx.accountId);
      if (!kept) throw notFound('account');
      return { usedGb: kept.usedGb, limitGb: kept.limitGb };
    },
    getForecast: (ctx) => getForecast(ctx),
    getSpendByDay: (ctx, { query }) => getSpendByDay(ctx, query),
  }),
  ...bind(costsRows, {
    getCosts: (ctx, { query }) => getCosts(ctx, query),
  }),
  ...bind(sshKeysRows, {
    generateSshKey: (ctx, { body }) => generateSshKey(ctx, body),
  }),
  ...bind(apiKeysRows, {
    createApiKey: async (ctx, { body: { name, access } }) => {
      const { id, text, prefix, expiresAt } = await createKey(ctx, { accountId: ctx.accountId, access, name });
      return { id, name, access, key: text, prefix, expiresAt: expiresAt.toISOString() };
    },
    revokeApiKey: async (ctx, { params: { keyId } }) => {
      const { id, revokedAt } = await revokeKey(ctx, { accountId: ctx.accountId, keyId });
      return { id, revokedAt: revokedAt.toISOString() };
    },
  }),
];
