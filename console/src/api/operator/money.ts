import {
  Company,
  OperatorInvoice,
  OperatorInvoiceSummary,
  OperatorOrder,
  OperatorPayment,
  OperatorPaymentDetail,
  OperatorRefund,
  RefundBegun,
  Taxes,
  EndTaxRegistrationRequest,
  RefundPaymentRequest,
  RegisterTaxRequest,
  SetCompanyRequest,
} from '@boreal/contract/oversight.ts';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { callConsole, callPage } from '../call.ts';
import { operatorPath } from './path.ts';

interface Asked {
  readonly accountId?: string | undefined;
  readonly status?: string | undefined;
  readonly kind?: string | undefined;
  readonly search?: string | undefined;
  readonly orderId?: string | undefined;
}

/** A page of a list about everybody's money, the newest first. */
const pageOf =
  <T extends z.ZodType>(noun: `/${string}`, item: T) =>
  ({ cursor, ...query }: Asked & { cursor: string | null }) =>
    callPage(operatorPath(noun), item, { cursor, query: { ...query } });

export const loadPayments = pageOf('/payments', OperatorPayment);
export const loadRefunds = pageOf('/refunds', OperatorRefund);
export const loadOrders = pageOf('/orders', OperatorOrder);
export const loadInvoices = pageOf('/invoices', OperatorInvoiceSummary);

/** How often what is charged or given back is looked at. */
const LIVE_MS = 5000;

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['operator', 'order', orderId],
    queryFn: ({ signal }) => callConsole(operatorPath('/orders', orderId), OperatorOrder, { signal }),
    refetchInterval: LIVE_MS,
  });

export const paymentQuery = (paymentId: string) =>
  queryOptions({
    queryKey: ['operator', 'payment', paymentId],
    queryFn: ({ signal }) => callConsole(operatorPath('/payments', paymentId), OperatorPaymentDetail, { signal }),
    refetchInterval: LIVE_MS,
  });

export const refundPayment = (paymentId: string, body: z.input<typeof RefundPaymentRequest>) =>
  callConsole(operatorPath('/payments', paymentId, '/refunds'), RefundBegun, { method: 'POST', takes: RefundPaymentRequest, body });

export const invoiceQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: ['operator', 'invoice', invoiceId],
    queryFn: ({ signal }) => callConsole(operatorPath('/invoices', invoiceId), OperatorInvoice, { signal }),
  });

/** Where a document can be had as PDF. */
export const invoicePdfAddress = (invoiceId: string, language: 'en' | 'fr') =>
  `/api/console${operatorPath('/invoices', invoiceId, '/pdf')}?language=${language}`;

export const taxesQuery = queryOptions({
  queryKey: ['operator', 'taxes'],
  queryFn: ({ signal }) => callConsole(operatorPath('/taxes'), Taxes, { signal }),
});

export const registerTax = (body: z.input<typeof RegisterTaxRequest>) =>
  callConsole(operatorPath('/tax-registrations'), Taxes, { method: 'POST', takes: RegisterTaxRequest, body });

export const endTaxRegistration = (tax: string, body: z.input<typeof EndTaxRegistrationRequest>) =>
  callConsole(operatorPath('/tax-registrations', tax, '/end'), Taxes, { method: 'POST', takes: EndTaxRegistrationRequest, body });

export const companyQuery = queryOptions({
  queryKey: ['operator', 'company'],
  queryFn: ({ signal }) => callConsole(operatorPath('/company'), Company, { signal }),
});

export const setCompany = (body: z.input<typeof SetCompanyRequest>) =>
  callConsole(operatorPath('/company'), Company, { method: 'PUT', takes: SetCompanyRequest, body });
