import { CreditCard } from 'lucide-react';
import { lazyPage } from '../../app/lazy-page.ts';
import type { NavEntry } from '../../app/nav-entry.ts';
import { customerPage } from '../../app/shell-routes.ts';

/** Credit, cards, terms and documents. */
export const billingNav: NavEntry = { to: '/console/billing', label: 'billing', icon: CreditCard, needs: 'billing.read' };

export const billingPages = [
  customerPage(
    'billing',
    lazyPage(() => import('./credit-page.tsx'), 'CreditPage'),
  ),
  customerPage(
    'billing/add-credits',
    lazyPage(() => import('./add-credits-page.tsx'), 'AddCreditsPage'),
  ),
  customerPage(
    'billing/payments/$paymentId',
    lazyPage(() => import('./payment-page.tsx'), 'PaymentPage'),
  ),
  customerPage(
    'billing/payment-methods',
    lazyPage(() => import('./cards-page.tsx'), 'CardsPage'),
  ),
  customerPage(
    'billing/payment-methods/add',
    lazyPage(() => import('./add-card-page.tsx'), 'AddCardPage'),
  ),
  customerPage(
    'billing/auto-reload',
    lazyPage(() => import('./auto-reload-page.tsx'), 'AutoReloadPage'),
  ),
  customerPage(
    'billing/budget',
    lazyPage(() => import('./budget-page.tsx'), 'BudgetPage'),
  ),
  customerPage(
    'billing/orders',
    lazyPage(() => import('./orders-page.tsx'), 'OrdersPage'),
  ),
  customerPage(
    'billing/orders/$orderId',
    lazyPage(() => import('./order-page.tsx'), 'OrderPage'),
  ),
  customerPage(
    'billing/invoices',
    lazyPage(() => import('./invoices-page.tsx'), 'InvoicesPage'),
  ),
  customerPage(
    'billing/invoices/$invoiceId',
    lazyPage(() => import('./invoice-page.tsx'), 'InvoicePage'),
  ),
  customerPage(
    'billing/transactions',
    lazyPage(() => import('./transactions-page.tsx'), 'TransactionsPage'),
  ),
] as const;
