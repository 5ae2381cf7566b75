import { CreditCard } from 'lucide-react';
import type { Area } from '../../app/area.ts';
import { lazyPage } from '../../app/lazy-page.ts';

/** Credit, cards, terms and documents. */
export const billingArea: Area = {
  nav: { to: '/console/billing', label: 'billing', icon: CreditCard, needs: 'billing.read' },
  pages: [
    { path: 'billing', component: lazyPage(() => import('./credit-page.tsx'), 'CreditPage') },
    { path: 'billing/add-credits', component: lazyPage(() => import('./add-credits-page.tsx'), 'AddCreditsPage') },
    { path: 'billing/payments/$paymentId', component: lazyPage(() => import('./payment-page.tsx'), 'PaymentPage') },
    { path: 'billing/payment-methods', component: lazyPage(() => import('./cards-page.tsx'), 'CardsPage') },
    { path: 'billing/payment-methods/add', component: lazyPage(() => import('./add-card-page.tsx'), 'AddCardPage') },
    { path: 'billing/auto-reload', component: lazyPage(() => import('./auto-reload-page.tsx'), 'AutoReloadPage') },
    { path: 'billing/budget', component: lazyPage(() => import('./budget-page.tsx'), 'BudgetPage') },
    { path: 'billing/orders', component: lazyPage(() => import('./orders-page.tsx'), 'OrdersPage') },
    { path: 'billing/orders/$orderId', component: lazyPage(() => import('./order-page.tsx'), 'OrderPage') },
    { path: 'billing/invoices', component: lazyPage(() => import('./invoices-page.tsx'), 'InvoicesPage') },
    { path: 'billing/invoices/$invoiceId', component: lazyPage(() => import('./invoice-page.tsx'), 'InvoicePage') },
    { path: 'billing/transactions', component: lazyPage(() => import('./transactions-page.tsx'), 'TransactionsPage') },
  ],
};
