import { Banknote } from 'lucide-react';
import type { NavEntry } from '../../../app/nav-entry.ts';
import { operatorPage } from '../../../app/shell-routes.ts';

export const operatorMoneyNav: NavEntry = { to: '/operator/money', label: 'money', key: 'm', icon: Banknote };

export const operatorMoneyPages = [
  operatorPage('money', () => import('./payments/payments-page.tsx'), 'PaymentsPage'),
  operatorPage('money/payments/$paymentId', () => import('./payments/payment-page.tsx'), 'PaymentPage'),
  operatorPage('money/refunds', () => import('./refunds/refunds-page.tsx'), 'RefundsPage'),
  operatorPage('money/orders', () => import('./orders/orders-page.tsx'), 'OrdersPage'),
  operatorPage('money/orders/$orderId', () => import('./orders/order-page.tsx'), 'OrderPage'),
  operatorPage('money/invoices', () => import('./invoices/invoices-page.tsx'), 'InvoicesPage'),
  operatorPage('money/invoices/$invoiceId', () => import('./invoices/invoice-page.tsx'), 'InvoicePage'),
  operatorPage('money/credit', () => import('./credit-requests-page.tsx'), 'CreditRequestsPage'),
  operatorPage('money/taxes', () => import('./taxes/taxes-page.tsx'), 'TaxesPage'),
  operatorPage('money/company', () => import('./company-page.tsx'), 'CompanyPage'),
] as const;
