import { OrderStatus, PaymentStatus } from '../../billing/status.ts';
import { z } from 'zod';
import { operatorChanges, operatorReads, SearchText } from '../../api/console-rows.ts';
import { IdText } from '../../values/ids.ts';
import { InvoiceFilter } from '../../billing/invoices.ts';
import {
  OperatorInvoice,
  OperatorInvoiceSummary,
  OperatorOrder,
  OperatorPayment,
  OperatorPaymentDetail,
  OperatorRefund,
  RefundPaymentRequest,
  RefundStatus,
} from '../../operator/oversight.ts';
import { RefundAnswer } from '../../operator/requests.ts';
import { PageQuery } from '../../api/pages.ts';

const read = operatorReads('payments.read');
const write = operatorChanges('payments.write');

const PaymentPath = z.object({ paymentId: IdText });
const OfAccount = PageQuery.extend({ accountId: IdText.optional() });

export const listAllPayments = read.list('/payments', 'Payments by card of every account, the newest first', {
  takes: { query: OfAccount.extend({ status: PaymentStatus.optional(), orderId: IdText.optional(), search: SearchText }) },
  of: OperatorPayment,
});

export const getAnyPayment = read.get('/payments/:paymentId', 'A payment, what has gone back of it, and what still can', {
  errors: ['NOT_FOUND'],
  takes: { params: PaymentPath },
  data: OperatorPaymentDetail,
});

export const refundPayment = write.post(
  '/payments/:paymentId/refunds',
  'Give money back to the card, with its part of the taxes; once for each key',
  {
    takes: { params: PaymentPath, body: RefundPaymentRequest },
    status: 201,
    data: RefundAnswer,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'NOT_REFUNDABLE', 'IDEMPOTENCY_CONFLICT'],
  },
);

export const listRefunds = read.list('/refunds', 'Refunds and disputes, the newest first', {
  takes: { query: OfAccount.extend({ status: RefundStatus.optional() }) },
  of: OperatorRefund,
});

export const listAllOrders = read.list(
  '/orders',
  'Prepaid terms of every account, the newest first; only those that a search finds where given',
  { takes: { query: OfAccount.extend({ status: OrderStatus.optional(), search: SearchText }) }, of: OperatorOrder },
);

export const getAnyOrder = read.get('/orders/:orderId', 'A prepaid term', {
  errors: ['NOT_FOUND'],
  takes: { params: z.object({ orderId: IdText }) },
  data: OperatorOrder,
});

export const listAllInvoices = read.list(
  '/invoices',
  'Receipts, invoices, credit notes and statements of every account, the newest first',
  { takes: { query: OfAccount.extend(InvoiceFilter.shape) }, of: OperatorInvoiceSummary, errors: ['INVALID_REQUEST'] },
);

export const getAnyInvoice = read.get('/invoices/:invoiceId', 'A document', {
  errors: ['NOT_FOUND'],
  takes: { params: z.object({ invoiceId: IdText }) },
  data: OperatorInvoice,
});
