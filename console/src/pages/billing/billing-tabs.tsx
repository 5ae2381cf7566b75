import { useRouterState } from '@tanstack/react-router';
import { TabLinks } from '../../parts/tab-links.tsx';
import { useBillingText } from './text.ts';

const HOME = '/console/billing';
/** Adding credit belongs to the credit, and has no tab of its own. */
const OF_THE_OVERVIEW = [HOME, `${HOME}/add-credits`, `${HOME}/payments`];
const sections = [
  ['overview', HOME],
  ['costs', `${HOME}/costs`],
  ['paymentMethods', `${HOME}/payment-methods`],
  ['autoReload', `${HOME}/auto-reload`],
  ['budget', `${HOME}/budget`],
  ['orders', `${HOME}/orders`],
  ['invoices', `${HOME}/invoices`],
  ['transactions', `${HOME}/transactions`],
] as const;

/** Links to each part of billing; the current page's is marked. */
export function BillingTabs() {
  const t = useBillingText();
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(/\/$/, '') });
  const isBelow = (to: string) => path === to || path.startsWith(`${to}/`);
  const isHere = (to: string) => (to === HOME ? path === HOME || OF_THE_OVERVIEW.slice(1).some((one) => isBelow(one)) : isBelow(to));
  return <TabLinks label={t.sections} links={sections.map(([name, to]) => ({ to, name: t.tabs[name], isHere: isHere(to) }))} />;
}
