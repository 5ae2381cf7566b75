import { AccountClosed, AccountClosing, CloseAccountRequest } from '../../account/closing.ts';
import { memberChanges, memberReads } from '../../api/console-rows.ts';
import { endpointRows } from '../../api/endpoint.ts';

const read = endpointRows({ ...memberReads, needs: 'account.read' });
const write = endpointRows({ ...memberChanges, needs: 'account.write' });

export const getClosing = read.get('/closing', 'What closing the account would end, and what would be left', {
  takes: {},
  data: AccountClosing,
});

/** It opens no way in but closes them all, so only the owner may. */
export const closeAccount = write.post('/close', 'Close the account for good, deleting the servers that are named', {
  takes: { body: CloseAccountRequest },
  data: AccountClosed,
  opensWayIn: true,
  errors: ['INVALID_REQUEST', 'ACCOUNT_NOT_CLOSABLE', 'CONFIRM_AGAIN'],
});
