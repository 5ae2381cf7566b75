import type { OrderStatus, PaymentStatus } from '@boreal/contract/billing/status.ts';
import { ANY_INVOICE_FILE } from '@boreal/contract/api/console-files.ts';
import * as house from '@boreal/contract/endpoints/operator/house.ts';
import * as payments from '@boreal/contract/endpoints/operator/payments.ts';
import type { RefundStatus } from '@boreal/contract/operator/oversight.ts';
import type { InvoiceFilter } from '@boreal/contract/billing/invoices.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callPage, consoleAddress } from '../call.ts';

/** A page of a list about all accounts' money, newest first. */
interface Asked {
  readonly cursor: string | null;
  readonly accountId?: string | undefined;
}

interface PaymentsAsked extends Asked {
  readonly status?: PaymentStatus | undefined;
  readonly orderId?: string | undefined;
  readonly search?: string | undefined;
}

export const loadPayments = ({ cursor, ...query }: PaymentsAsked) => callPage(payments.listAllPayments, { cursor, query });
export const loadRefunds = ({ cursor, ...query }: Asked & { status?: RefundStatus | undefined }) =>
  callPage(payments.listRefunds, { cursor, query });
export const loadOrders = ({ cursor, ...query }: Asked & { status?: OrderStatus | undefined; search?: string | undefined }) =>
  callPage(payments.listAllOrders, { cursor, query });
export const loadInvoices = ({ cursor, ...query }: Asked & InvoiceFilter) => callPage(payments.listAllInvoices, { cursor, query });

/** How often charges and refunds are polled. */
const LIVE_MS = 5000;

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['operator', 'order', orderId],
    queryFn: ({ signal }) => call(payments.getAnyOrder, { params: { orderId }, signal }),
    refetchInterval: LIVE_MS,
  });

export const paymentQuery = (paymentId: string) =>
  queryOptions({
    queryKey: ['operator', 'payment', paymentId],
    queryFn: ({ signal }) => call(payments.getAnyPayment, { params: { paymentId }, signal }),
    refetchInterval: LIVE_MS,
  });

export const invoiceQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: ['operator', 'invoice', invoiceId],
    queryFn: ({ signal }) => call(payments.getAnyInvoice, { params: { invoiceId }, signal }),
  });

/** The address of a document's PDF. */
export const invoicePdfAddress = (invoiceId: string, language: 'en' | 'fr') =>
  consoleAddress(ANY_INVOICE_FILE, { params: { invoiceId }, query: { language } });

export const taxesQuery = queryOptions({ queryKey: ['operator', 'taxes'], queryFn: ({ signal }) => call(house.getTaxes, { signal }) });

export const companyQuery = queryOptions({
  queryKey: ['operator', 'company'],
  queryFn: ({ signal }) => call(house.getCompany, { signal }),
});
