import { z } from 'zod';
import { operatorChanges, operatorReads } from '../../api/console-rows.ts';
import { Done } from '../../api/done.ts';
import { IdText } from '../../values/ids.ts';
import { MailStatus, OperatorMail, OperatorMailDetail } from '../../operator/operator.ts';
import { PageQuery } from '../../api/pages.ts';

const read = operatorReads('mail.read');
const write = operatorChanges('mail.write');

const MailPath = z.object({ mailId: IdText });
const OfAccount = PageQuery.extend({ accountId: IdText.optional() });

export const listMail = read.list('/mail', 'Mail: waiting, sent and given up, the newest first', {
  takes: { query: OfAccount.extend({ status: MailStatus.optional() }) },
  of: OperatorMail,
});

export const getMail = read.get('/mail/:mailId', 'What became of a mail', {
  takes: { params: MailPath },
  data: OperatorMailDetail,
  errors: ['NOT_FOUND'],
});

export const retryMail = write.post('/mail/:mailId/retry', 'Try a mail again at once', {
  takes: { params: MailPath },
  data: Done,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});
