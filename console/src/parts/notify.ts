import type { NotificationData } from '@mantine/notifications';

/** Its code comes behind the first page, which needs none of it: see app/notices.tsx. */
const loading = () => import('@mantine/notifications').then(({ notifications }) => notifications);

/** Tells that something was done, for a few seconds; screen readers say it too. */
export function notifyDone(message: string): void {
  show({ message, color: 'boreal', autoClose: 6000, withCloseButton: false, style: { whiteSpace: 'pre-line' } });
}

/** Tells of what did not work where no page tells it; stays until it is closed, by a button that says `close`. */
export function notifyProblem({ message, close }: { message: string; close: string }): void {
  show({ message, color: 'red', autoClose: false, role: 'alert', closeButtonProps: { 'aria-label': close } });
}

/** Takes away what was told. */
export function forgetNotices(): void {
  loading().then((notifications) => notifications.clean(), nothing);
}

function show(told: NotificationData): void {
  loading().then((notifications) => notifications.show(told), nothing);
}

/** Where it could not be loaded, the pages still show what became of things. */
const nothing = () => undefined;
