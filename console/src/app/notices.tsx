import { lazy, Suspense, type ComponentType } from 'react';

/** Loaded behind the first page, which has nothing to tell yet; left out where it cannot be loaded. */
const Notifications = lazy<ComponentType>(() =>
  import('@mantine/notifications').then(
    ({ Notifications: Shown }) => ({ default: () => <Shown position="bottom-right" /> }),
    () => ({ default: () => null }),
  ),
);

/** Where `notifyDone` and `notifyProblem` tell what became of things. */
export function Notices() {
  return (
    <Suspense fallback={null}>
      <Notifications />
    </Suspense>
  );
}
