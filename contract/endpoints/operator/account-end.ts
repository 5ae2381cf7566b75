import { z } from 'zod';
import { AccountClosed, AccountClosing, AccountErased, CloseAccountRequest, EraseAccountRequest } from '../../account/closing.ts';
import { operatorChanges, operatorReads } from '../../api/console-rows.ts';
import { Done } from '../../api/done.ts';
import { IdText } from '../../values/ids.ts';

// What customers may request by law. Kept apart from the other rows about accounts: no page needs it at once.

const read = operatorReads('customers.read');
const take = operatorChanges('privacy.read');
const end = operatorChanges('privacy.write');

const params = z.object({ accountId: IdText });

export const getAnyClosing = read.get('/accounts/:accountId/closing', 'What closing an account would end, and what would be left', {
  takes: { params },
  data: AccountClosing,
  errors: ['NOT_FOUND'],
});

export const closeAnyAccount = end.post('/accounts/:accountId/close', 'Close an account for good, deleting the servers that are named', {
  takes: { params, body: CloseAccountRequest },
  data: AccountClosed,
  opensWayIn: true,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'ACCOUNT_CLOSED', 'ACCOUNT_NOT_CLOSABLE', 'CONFIRM_AGAIN'],
});

/** A link cannot ask for proof of identity, so this call comes before it. */
export const prepareAnyExport = take.post('/accounts/:accountId/export', 'Prove who you are before you download all data of an account', {
  takes: { params },
  data: Done,
  opensWayIn: true,
  errors: ['NOT_FOUND'],
});

export const eraseAccount = end.post('/accounts/:accountId/erase', 'Erase the personal data of a closed account for good', {
  takes: { params, body: EraseAccountRequest },
  data: AccountErased,
  opensWayIn: true,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'ACCOUNT_NOT_ERASABLE'],
});
