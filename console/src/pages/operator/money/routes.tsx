import { Banknote } from 'lucide-react';
import { lazyPage } from '../../../app/lazy-page.ts';
import type { NavEntry } from '../../../app/nav-entry.ts';
import { operatorPage } from '../../../app/shell-routes.ts';

export const operatorMoneyNav: NavEntry = { to: '/operator/money', label: 'money', icon: Banknote };

export const operatorMoneyPages = [
  operatorPage(
    'money',
    lazyPage(() => import('./payments/payments-page.tsx'), 'PaymentsPage'),
  ),
  operatorPage(
    'money/payments/$paymentId',
    lazyPage(() => import('./payments/payment-page.tsx'), 'PaymentPage'),
  ),
  operatorPage(
    'money/refunds',
    lazyPage(() => import('./refunds/refunds-page.tsx'), 'RefundsPage'),
  ),
  operatorPage(
    'money/orders',
    lazyPage(() => import('./orders/orders-page.tsx'), 'OrdersPage'),
  ),
  operatorPage(
    'money/orders/$orderId',
    lazyPage(() => import('./orders/order-page.tsx'), 'OrderPage'),
  ),
  operatorPage(
    'money/invoices',
    lazyPage(() => import('./invoices/invoices-page.tsx'), 'InvoicesPage'),
  ),
  operatorPage(
    'money/invoices/$invoiceId',
    lazyPage(() => import('./invoices/invoice-page.tsx'), 'InvoicePage'),
  ),
  operatorPage(
    'money/credit',
    lazyPage(() => import('./credit-requests-page.tsx'), 'CreditRequestsPage'),
  ),
  operatorPage(
    'money/taxes',
    lazyPage(() => import('./taxes/taxes-page.tsx'), 'TaxesPage'),
  ),
  operatorPage(
    'money/company',
    lazyPage(() => import('./company-page.tsx'), 'CompanyPage'),
  ),
] as const;
