import { lazy, Suspense, type ComponentType } from 'react';

/** Loaded after the first page, which has nothing to report yet; omitted if it cannot be loaded. */
const Notifications = lazy<ComponentType>(() =>
  import('@mantine/notifications').then(
    ({ Notifications: Shown }) => ({ default: () => <Shown position="bottom-right" /> }),
    () => ({ default: () => null }),
  ),
);

/** Where `notifyDone` and `notifyProblem` show results. */
export function Notices() {
  return (
    <Suspense fallback={null}>
      <Notifications />
    </Suspense>
  );
}
