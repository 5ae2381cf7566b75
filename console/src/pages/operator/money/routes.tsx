import { Banknote } from 'lucide-react';
import type { Area } from '../../../app/area.ts';
import { lazyPage } from '../../../app/lazy-page.ts';

export const operatorMoneyArea: Area = {
  nav: { to: '/operator/money', label: 'money', icon: Banknote },
  pages: [
    { path: 'money', component: lazyPage(() => import('./payments-page.tsx'), 'PaymentsPage') },
    { path: 'money/payments/$paymentId', component: lazyPage(() => import('./payment-page.tsx'), 'PaymentPage') },
    { path: 'money/refunds', component: lazyPage(() => import('./refunds-page.tsx'), 'RefundsPage') },
    { path: 'money/orders', component: lazyPage(() => import('./orders-page.tsx'), 'OrdersPage') },
    { path: 'money/orders/$orderId', component: lazyPage(() => import('./order-page.tsx'), 'OrderPage') },
    { path: 'money/invoices', component: lazyPage(() => import('./invoices-page.tsx'), 'InvoicesPage') },
    { path: 'money/invoices/$invoiceId', component: lazyPage(() => import('./invoice-page.tsx'), 'InvoicePage') },
    { path: 'money/credit', component: lazyPage(() => import('./credit-requests-page.tsx'), 'CreditRequestsPage') },
    { path: 'money/taxes', component: lazyPage(() => import('./taxes-page.tsx'), 'TaxesPage') },
    { path: 'money/company', component: lazyPage(() => import('./company-page.tsx'), 'CompanyPage') },
  ],
};
