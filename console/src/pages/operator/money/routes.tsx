import { Banknote } from 'lucide-react';
import type { NavEntry } from '../../../app/nav-entry.ts';
import { operatorPage } from '../../../app/shell-routes.ts';

export const operatorMoneyNav: NavEntry = {
  to: '/operator/money',
  label: 'money',
  key: 'm',
  icon: Banknote,
};

export const operatorMoneyPages = [
  operatorPage('money', 'payments.read', () => import('./payments/payments-page.tsx'), 'PaymentsPage'),
  operatorPage('money/payments/$paymentId', 'payments.read', () => import('./payments/payment-page.tsx'), 'PaymentPage'),
  operatorPage('money/refunds', 'payments.read', () => import('./refunds/refunds-page.tsx'), 'RefundsPage'),
  operatorPage('money/orders', 'payments.read', () => import('./orders/orders-page.tsx'), 'OrdersPage'),
  operatorPage('money/orders/$orderId', 'payments.read', () => import('./orders/order-page.tsx'), 'OrderPage'),
  operatorPage('money/invoices', 'payments.read', () => import('./invoices/invoices-page.tsx'), 'InvoicesPage'),
  operatorPage('money/invoices/$invoiceId', 'payments.read', () => import('./invoices/invoice-page.tsx'), 'InvoicePage'),
  operatorPage('money/revenue', 'books.read', () => import('./revenue/revenue-page.tsx'), 'RevenuePage'),
  operatorPage('money/taxes', 'books.read', () => import('./taxes/taxes-page.tsx'), 'TaxesPage'),
  operatorPage('money/company', 'books.read', () => import('./company-page.tsx'), 'CompanyPage'),
] as const;
