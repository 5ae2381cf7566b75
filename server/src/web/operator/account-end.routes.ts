import * as rows from '@boreal/contract/endpoints/operator/account-end.ts';
import { peopleSentences } from '@boreal/contract/request-sentences/people.sentences.ts';
import { closeAccount } from '../../core/commerce/closing/close-account.ts';
import { previewClosing } from '../../core/commerce/closing/preview-closing.ts';
import { eraseAccount } from '../../core/commerce/erasure/erase-account.ts';
import { inAccount } from '../../core/money/accounts/in-account.ts';
import { bind } from '../../door/bind.ts';
import { invalidRequest } from '../../kit/errors.ts';

/** What customers may request by law: their data, the closing of their account, and its erasure. */
export const accountEndRoutes = bind(rows, {
  getAnyClosing: (ctx, { params: { accountId } }) => previewClosing({ ...ctx, accountId }),
  closeAnyAccount: async (ctx, { params: { accountId }, body }) =>
    closeAccount(await inAccount(ctx, accountId), { ...body, evenSuspended: true }),
  prepareAnyExport: async (ctx, { params: { accountId } }) => ({ id: (await inAccount(ctx, accountId)).accountId }),
  eraseAccount: async (ctx, { params: { accountId }, body: { confirmId } }) => {
    if (confirmId !== accountId) throw invalidRequest('confirmId', peopleSentences.otherAccountId);
    return eraseAccount(ctx, { accountId });
  },
});
