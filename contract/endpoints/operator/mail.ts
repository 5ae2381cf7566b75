import { z } from 'zod';
import { operatorChanges, operatorReads } from '../../console-rows.ts';
import { Done } from '../../done.ts';
import { endpoint, list } from '../../endpoint.ts';
import { IdText } from '../../ids.ts';
import { MailStatus, OperatorMail, OperatorMailDetail } from '../../operator.ts';
import { PageQuery } from '../../pages.ts';

const MailPath = z.object({ mailId: IdText });
const OfAccount = PageQuery.extend({ accountId: IdText.optional() });

export const listMail = list('/mail', {
  ...operatorReads,
  takes: { query: OfAccount.extend({ status: MailStatus.optional() }) },
  of: OperatorMail,
  summary: 'Mail: waiting, sent and given up, the newest first',
});

export const getMail = endpoint('GET', '/mail/:mailId', {
  ...operatorReads,
  takes: { params: MailPath },
  data: OperatorMailDetail,
  errors: ['NOT_FOUND'],
  summary: 'What became of a mail',
});

export const retryMail = endpoint('POST', '/mail/:mailId/retry', {
  ...operatorChanges,
  takes: { params: MailPath },
  data: Done,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  summary: 'Try a mail again at once',
});
