import { createRoute } from '@tanstack/react-router';
import { ArrowLeftRight, ChartColumn, CreditCard, FileText, Gauge } from 'lucide-react';
import { lazyPage } from '../../app/lazy-page.ts';
import type { NavEntry } from '../../app/nav-entry.ts';
import { customerPage, customerRoute } from '../../app/shell-routes.ts';
import { readCostsSearch } from './costs-search.ts';

/** What customers look at daily. Cards, auto-reload and orders are tabs beside them. */
export const billingNav: readonly NavEntry[] = [
  { to: '/console/billing', label: 'credit', key: 'b', icon: CreditCard, needs: 'billing.read' },
  { to: '/console/billing/costs', label: 'costs', key: 'c', icon: ChartColumn, needs: 'billing.read' },
  { to: '/console/billing/transactions', label: 'transactions', key: 't', icon: ArrowLeftRight, needs: 'billing.read' },
  { to: '/console/billing/invoices', label: 'invoices', key: 'n', icon: FileText, needs: 'billing.read' },
  { to: '/console/billing/budget', label: 'budget', key: 'u', icon: Gauge, needs: 'billing.read' },
];

export const billingPages = [
  customerPage('billing', () => import('./credit-page.tsx'), 'CreditPage'),
  createRoute({
    getParentRoute: () => customerRoute,
    path: 'billing/costs',
    component: lazyPage(() => import('./costs/costs-page.tsx'), 'CostsPage'),
    validateSearch: readCostsSearch,
  }),
  customerPage('billing/add-credits', () => import('./add-credits-page.tsx'), 'AddCreditsPage'),
  customerPage('billing/payments/$paymentId', () => import('./payment-page.tsx'), 'PaymentPage'),
  customerPage('billing/payment-methods', () => import('./cards-page.tsx'), 'CardsPage'),
  customerPage('billing/payment-methods/add', () => import('./add-card-page.tsx'), 'AddCardPage'),
  customerPage('billing/auto-reload', () => import('./auto-reload-page.tsx'), 'AutoReloadPage'),
  customerPage('billing/budget', () => import('./budget-page.tsx'), 'BudgetPage'),
  customerPage('billing/orders', () => import('./orders-page.tsx'), 'OrdersPage'),
  customerPage('billing/orders/$orderId', () => import('./order-page.tsx'), 'OrderPage'),
  customerPage('billing/invoices', () => import('./invoices-page.tsx'), 'InvoicesPage'),
  customerPage('billing/invoices/$invoiceId', () => import('./invoice-page.tsx'), 'InvoicePage'),
  customerPage('billing/transactions', () => import('./transactions-page.tsx'), 'TransactionsPage'),
] as const;
