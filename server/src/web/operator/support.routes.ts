import { AuditAction } from '@boreal/contract/audit.ts';
import { Done } from '@boreal/contract/console.ts';
import { IdText } from '@boreal/contract/ids.ts';
import { NoticeKind } from '@boreal/contract/notices.ts';
import {
  LedgerVerification,
  MailStatus,
  OperatorAuditEntry,
  OperatorMail,
  OperatorMailDetail,
  OperatorTicket,
  OperatorTicketDetail,
} from '@boreal/contract/operator.ts';
import { CreateTicketRequest, ReplyTicketRequest, Ticket, TicketMessage, TicketStatus } from '@boreal/contract/support.ts';
import { z } from 'zod';
import { readAccountNames } from '../../core/accounts/account-names.store.ts';
import { findAccount } from '../../core/accounts/accounts.store.ts';
import { listAllAudit } from '../../core/audit/list-audit.ts';
import { adviceOn, frenchChecks } from '../../core/billing/ledger/ledger-checks.ts';
import { verifyLedger } from '../../core/billing/ledger/verify-ledger.ts';
import type { Ctx } from '../../core/ctx.ts';
import { getMail, listMail, type SeenMail } from '../../core/mail/list-mail.ts';
import { retryMail } from '../../core/mail/retry-mail.ts';
import { answerTicket } from '../../core/support/answer-ticket.ts';
import { closeAnyTicket } from '../../core/support/close-ticket.ts';
import { getAnyTicket } from '../../core/support/get-ticket.ts';
import { listAllTickets } from '../../core/support/list-tickets.ts';
import { writeToCustomer } from '../../core/support/write-to-customer.ts';
import { endpoint, list } from '../../door/define-endpoint.ts';
import { PageQuery } from '../../door/pages.ts';
import { notFound } from '../../kit/errors.ts';
import { change, read } from './row.ts';

const TicketPath = z.object({ ticketId: IdText });
const MailPath = z.object({ mailId: IdText });
const OfAccount = PageQuery.extend({ accountId: IdText.optional() });

/** Tickets, mail, the ledger's proof and the audit log. */
export const supportRoutes = [
  list(
    '/tickets',
    {
      ...read,
      takes: { query: OfAccount.extend({ status: TicketStatus.optional() }) },
      of: OperatorTicket,
      name: 'listAllTickets',
      summary: 'Tickets of every account, the newest first',
    },
    (ctx: Ctx, { query }) => listAllTickets(ctx, query),
  ),
  endpoint(
    'POST',
    '/accounts/:accountId/tickets',
    {
      ...change,
      takes: { params: z.object({ accountId: IdText }), body: CreateTicketRequest },
      status: 201,
      data: Ticket,
      errors: ['INVALID_REQUEST', 'NOT_FOUND'],
      name: 'writeToCustomer',
      summary: 'Open a ticket on behalf of the house',
    },
    async (ctx: Ctx, { params: { accountId }, body }) => {
      if (!(await findAccount(ctx.db.sql, accountId))) throw notFound('account');
      return writeToCustomer({ ...ctx, accountId }, body);
    },
  ),
  endpoint(
    'GET',
    '/tickets/:ticketId',
    {
      ...read,
      takes: { params: TicketPath },
      data: OperatorTicketDetail,
      errors: ['NOT_FOUND'],
      name: 'getAnyTicket',
      summary: 'A ticket',
    },
    async (ctx: Ctx, { params }) => {
      const ticket = await getAnyTicket(ctx, params);
      const names = await readAccountNames(ctx.db.sql, [ticket.accountId]);
      return { ...ticket, accountName: names.get(ticket.accountId) ?? ticket.accountId };
    },
  ),
  endpoint(
    'POST',
    '/tickets/:ticketId/messages',
    {
      ...change,
      takes: { params: TicketPath, body: ReplyTicketRequest },
      status: 201,
      data: TicketMessage,
      errors: ['INVALID_REQUEST', 'NOT_FOUND'],
      name: 'answerTicket',
      summary: 'Answer a customer',
    },
    (ctx: Ctx, { params: { ticketId }, body: { message } }) => answerTicket(ctx, { ticketId, message }),
  ),
  endpoint(
    'POST',
    '/tickets/:ticketId/close',
    { ...change, takes: { params: TicketPath }, data: Ticket, errors: ['NOT_FOUND'], name: 'closeAnyTicket', summary: 'Close a ticket' },
    (ctx: Ctx, { params }) => closeAnyTicket(ctx, params),
  ),

  list(
    '/mail',
    {
      ...read,
      takes: { query: OfAccount.extend({ status: MailStatus.optional() }) },
      of: OperatorMail,
      name: 'listMail',
      summary: 'Mail: waiting, sent and given up, the newest first',
    },
    async (ctx: Ctx, { query }) => {
      const { items, nextCursor } = await listMail(ctx, query);
      return { items: items.map(mailOf), nextCursor };
    },
  ),
  endpoint(
    'GET',
    '/mail/:mailId',
    {
      ...read,
      takes: { params: MailPath },
      data: OperatorMailDetail,
      errors: ['NOT_FOUND'],
      name: 'getMail',
      summary: 'What became of a mail',
    },
    async (ctx: Ctx, { params }) => {
      const mail = await getMail(ctx, params);
      return { ...mailOf(mail), serverId: mail.serverId, data: z.json().parse(mail.data) };
    },
  ),
  endpoint(
    'POST',
    '/mail/:mailId/retry',
    {
      ...change,
      takes: { params: MailPath },
      data: Done,
      errors: ['INVALID_REQUEST', 'NOT_FOUND'],
      name: 'retryMail',
      summary: 'Try a mail again at once',
    },
    async (ctx: Ctx, { params: { mailId } }) => {
      await retryMail(ctx, { mailId });
      return { id: mailId };
    },
  ),

  endpoint(
    'GET',
    '/ledger-verification',
    {
      ...read,
      // It reads every row of the money.
      limit: 5,
      takes: {},
      speaks: true,
      data: LedgerVerification,
      name: 'verifyLedger',
      summary: 'Prove from its rows that no money was lost or made',
    },
    async (ctx: Ctx, _request, { locale }) => {
      const checks = (await verifyLedger(ctx.db.sql)).map(({ name, checked, broken }) => {
        const advice = adviceOn(name)?.[locale];
        return { name: locale === 'fr' ? frenchChecks[name] : name, checked, broken: [...broken], ...(advice !== undefined && { advice }) };
      });
      return { ok: checks.every(({ broken }) => broken.length === 0), checks };
    },
  ),
  list(
    '/audit',
    {
      ...read,
      takes: { query: OfAccount.extend({ action: AuditAction.optional(), target: IdText.optional() }) },
      of: OperatorAuditEntry,
      name: 'listAllAudit',
      summary: "Every account's audit log, and what was done to the house itself",
    },
    (ctx: Ctx, { query }) => listAllAudit(ctx, query),
  ),
];

function mailOf(mail: SeenMail): z.infer<typeof OperatorMail> {
  const { id, kind, accountId, toEmail, toName, language, status, attempts, lastError } = mail;
  return {
    id,
    accountId,
    toEmail,
    toName,
    language,
    status,
    attempts,
    lastError,
    kind: NoticeKind.parse(kind),
    nextTryAt: mail.nextTryAt?.toISOString() ?? null,
    createdAt: mail.createdAt.toISOString(),
    sentAt: mail.sentAt?.toISOString() ?? null,
  };
}
