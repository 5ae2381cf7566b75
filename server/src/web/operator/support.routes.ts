import * as supportRows from '@boreal/contract/endpoints/operator/support.ts';
import * as mailRows from '@boreal/contract/endpoints/operator/mail.ts';
import * as ledgerRows from '@boreal/contract/endpoints/operator/ledger.ts';
import * as auditRows from '@boreal/contract/endpoints/operator/audit.ts';
import { readAccountNames } from '../../core/money/accounts/account-names.store.ts';
import { findAccount } from '../../core/money/accounts/accounts.store.ts';
import { listAllNamedAudit } from '../../core/commerce/oversight/list-named-audit.ts';
import { askForProof } from '../../core/money/verification/prove-ledger.ts';
import { getMail, listMail } from '../../core/ground/mail/list-mail.ts';
import { retryMail } from '../../core/ground/mail/retry-mail.ts';
import { tellMail, tellWholeMail } from '../../core/ground/mail/tell-mail.ts';
import { answerTicket } from '../../core/commerce/support/answer-ticket.ts';
import { closeAnyTicket } from '../../core/commerce/support/close-ticket.ts';
import { getAnyTicket } from '../../core/commerce/support/get-ticket.ts';
import { listAllTickets } from '../../core/commerce/support/list-tickets.ts';
import { writeToCustomer } from '../../core/commerce/support/write-to-customer.ts';
import { bind } from '../../door/bind.ts';
import { notFound } from '../../kit/errors.ts';
import { tellProof } from './tell-proof.ts';

/** Tickets, mail, the ledger's verification and the audit log. */
export const supportRoutes = [
  ...bind(supportRows, {
    listAllTickets: (ctx, { query }) => listAllTickets(ctx, query),
    writeToCustomer: async (ctx, { params: { accountId }, body }) => {
      if (!(await findAccount(ctx.db.sql, accountId))) throw notFound('account');
      return writeToCustomer({ ...ctx, accountId }, body);
    },
    getAnyTicket: async (ctx, { params }) => {
      const ticket = await getAnyTicket(ctx, params);
      const names = await readAccountNames(ctx.db.sql, [ticket.accountId]);
      return { ...ticket, accountName: names.get(ticket.accountId) ?? ticket.accountId };
    },
    answerTicket: (ctx, { params: { ticketId }, body: { message } }) => answerTicket(ctx, { ticketId, message }),
    closeAnyTicket: (ctx, { params }) => closeAnyTicket(ctx, params),
  }),
  ...bind(mailRows, {
    listMail: async (ctx, { query }) => {
      const { items, nextCursor } = await listMail(ctx, query);
      return { items: items.map(tellMail), nextCursor };
    },
    getMail: async (ctx, { params }) => tellWholeMail(await getMail(ctx, params)),
    retryMail: async (ctx, { params: { mailId } }) => {
      await retryMail(ctx, { mailId });
      return { id: mailId };
    },
  }),
  ...bind(ledgerRows, {
    getLedgerProof: (ctx, _request, { locale }) => tellProof(ctx, locale),
    askForProof: async (ctx, _request, { locale }) => {
      await askForProof(ctx);
      return tellProof(ctx, locale);
    },
  }),
  ...bind(auditRows, {
    listAllAudit: (ctx, { query }) => listAllNamedAudit(ctx, query),
  }),
];
