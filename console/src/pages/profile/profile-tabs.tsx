import { TabLinks } from '../../parts/tab-links.tsx';
import { useProfileText } from './text.ts';

/** The account's profile and one's own, side by side. */
export function ProfileTabs({ at }: { at: 'account' | 'security' | 'stock-alerts' }) {
  const t = useProfileText();
  return (
    <TabLinks
      label={t.tabs}
      links={[
        { to: '/console/profile', name: t.tabAccount, isHere: at === 'account' },
        { to: '/console/profile/security', name: t.tabSecurity, isHere: at === 'security' },
        { to: '/console/profile/stock-alerts', name: t.tabStockAlerts, isHere: at === 'stock-alerts' },
      ]}
    />
  );
}
