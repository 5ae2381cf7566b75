import { lazyRouteComponent } from '@tanstack/react-router';
import { Banknote } from 'lucide-react';
import type { Area } from '../../../app/area.ts';

export const operatorMoneyArea: Area = {
  nav: { to: '/operator/money', label: 'money', icon: Banknote },
  pages: [
    { path: 'money', component: lazyRouteComponent(() => import('./payments-page.tsx'), 'PaymentsPage') },
    { path: 'money/payments/$paymentId', component: lazyRouteComponent(() => import('./payment-page.tsx'), 'PaymentPage') },
    { path: 'money/refunds', component: lazyRouteComponent(() => import('./refunds-page.tsx'), 'RefundsPage') },
    { path: 'money/orders', component: lazyRouteComponent(() => import('./orders-page.tsx'), 'OrdersPage') },
    { path: 'money/orders/$orderId', component: lazyRouteComponent(() => import('./order-page.tsx'), 'OrderPage') },
    { path: 'money/invoices', component: lazyRouteComponent(() => import('./invoices-page.tsx'), 'InvoicesPage') },
    { path: 'money/invoices/$invoiceId', component: lazyRouteComponent(() => import('./invoice-page.tsx'), 'InvoicePage') },
    { path: 'money/taxes', component: lazyRouteComponent(() => import('./taxes-page.tsx'), 'TaxesPage') },
    { path: 'money/company', component: lazyRouteComponent(() => import('./company-page.tsx'), 'CompanyPage') },
  ],
};
