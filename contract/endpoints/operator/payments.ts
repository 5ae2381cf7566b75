import { z } from 'zod';
import { operatorChanges, operatorReads, SearchText } from '../../console-rows.ts';
import { endpoint, list } from '../../endpoint.ts';
import { IdText } from '../../ids.ts';
import { InvoiceKind } from '../../invoices.ts';
import { OrderStatus } from '../../orders.ts';
import {
  OperatorInvoice,
  OperatorInvoiceSummary,
  OperatorOrder,
  OperatorPayment,
  OperatorPaymentDetail,
  OperatorRefund,
  RefundBegun,
  RefundPaymentRequest,
} from '../../oversight.ts';
import { PageQuery } from '../../pages.ts';
import { PaymentStatus } from '../../payments.ts';

const PaymentPath = z.object({ paymentId: IdText });
const OfAccount = PageQuery.extend({ accountId: IdText.optional() });
const NOT_FOUND = { errors: ['NOT_FOUND'] } as const;

export const listAllPayments = list('/payments', {
  ...operatorReads,
  takes: { query: OfAccount.extend({ status: PaymentStatus.optional(), orderId: IdText.optional() }) },
  of: OperatorPayment,
  summary: 'Payments by card of every account, the newest first',
});

export const getAnyPayment = endpoint('GET', '/payments/:paymentId', {
  ...operatorReads,
  ...NOT_FOUND,
  takes: { params: PaymentPath },
  data: OperatorPaymentDetail,
  summary: 'A payment, what has gone back of it, and what still can',
});

export const refundPayment = endpoint('POST', '/payments/:paymentId/refunds', {
  ...operatorChanges,
  takes: { params: PaymentPath, body: RefundPaymentRequest },
  status: 201,
  data: RefundBegun,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'NOT_REFUNDABLE', 'IDEMPOTENCY_CONFLICT'],
  summary: 'Give money back to the card, with its part of the taxes; once for each key',
});

export const listRefunds = list('/refunds', {
  ...operatorReads,
  takes: { query: OfAccount },
  of: OperatorRefund,
  summary: 'Refunds and disputes, the newest first',
});

export const listAllOrders = list('/orders', {
  ...operatorReads,
  takes: { query: OfAccount.extend({ status: OrderStatus.optional(), search: SearchText }) },
  of: OperatorOrder,
  summary: 'Prepaid terms of every account, the newest first; only those that a search finds where given',
});

export const getAnyOrder = endpoint('GET', '/orders/:orderId', {
  ...operatorReads,
  ...NOT_FOUND,
  takes: { params: z.object({ orderId: IdText }) },
  data: OperatorOrder,
  summary: 'A prepaid term',
});

export const listAllInvoices = list('/invoices', {
  ...operatorReads,
  takes: { query: OfAccount.extend({ kind: InvoiceKind.optional() }) },
  of: OperatorInvoiceSummary,
  summary: 'Receipts, invoices, credit notes and statements of every account, the newest first',
});

export const getAnyInvoice = endpoint('GET', '/invoices/:invoiceId', {
  ...operatorReads,
  ...NOT_FOUND,
  takes: { params: z.object({ invoiceId: IdText }) },
  data: OperatorInvoice,
  summary: 'A document',
});
