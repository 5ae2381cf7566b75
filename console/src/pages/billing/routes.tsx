import { lazyRouteComponent } from '@tanstack/react-router';
import { CreditCard } from 'lucide-react';
import type { Area } from '../../app/area.ts';

/** Credit, cards, terms and documents. */
export const billingArea: Area = {
  nav: { to: '/console/billing', label: 'billing', icon: CreditCard, needs: 'billing.read' },
  pages: [
    { path: 'billing', component: lazyRouteComponent(() => import('./credit-page.tsx'), 'CreditPage') },
    { path: 'billing/add-credits', component: lazyRouteComponent(() => import('./add-credits-page.tsx'), 'AddCreditsPage') },
    { path: 'billing/payments/$paymentId', component: lazyRouteComponent(() => import('./payment-page.tsx'), 'PaymentPage') },
    { path: 'billing/payment-methods', component: lazyRouteComponent(() => import('./cards-page.tsx'), 'CardsPage') },
    { path: 'billing/payment-methods/add', component: lazyRouteComponent(() => import('./add-card-page.tsx'), 'AddCardPage') },
    { path: 'billing/auto-reload', component: lazyRouteComponent(() => import('./auto-reload-page.tsx'), 'AutoReloadPage') },
    { path: 'billing/budget', component: lazyRouteComponent(() => import('./budget-page.tsx'), 'BudgetPage') },
    { path: 'billing/orders', component: lazyRouteComponent(() => import('./orders-page.tsx'), 'OrdersPage') },
    { path: 'billing/orders/$orderId', component: lazyRouteComponent(() => import('./order-page.tsx'), 'OrderPage') },
    { path: 'billing/invoices', component: lazyRouteComponent(() => import('./invoices-page.tsx'), 'InvoicesPage') },
    { path: 'billing/invoices/$invoiceId', component: lazyRouteComponent(() => import('./invoice-page.tsx'), 'InvoicePage') },
    { path: 'billing/transactions', component: lazyRouteComponent(() => import('./transactions-page.tsx'), 'TransactionsPage') },
  ],
};
