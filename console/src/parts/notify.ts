import type { NotificationData } from '@mantine/notifications';

/** Its code loads after the first page, which does not need it: see app/notices.tsx. */
const loading = () => import('@mantine/notifications').then(({ notifications }) => notifications);

/** Says that something was done, for a few seconds; screen readers announce it too. */
export function notifyDone(message: string): void {
  show({ message, color: 'boreal', autoClose: 6000, withCloseButton: false, style: { whiteSpace: 'pre-line' } });
}

/** Reports an error that no page shows; stays until it is closed, by a button labelled `close`. */
export function notifyProblem({ message, close }: { message: string; close: string }): void {
  show({ message, color: 'red', autoClose: false, role: 'alert', closeButtonProps: { 'aria-label': close } });
}

/** Removes a notification. */
export function forgetNotices(): void {
  loading().then((notifications) => notifications.clean(), nothing);
}

function show(told: NotificationData): void {
  loading().then((notifications) => notifications.show(told), nothing);
}

/** If it could not be loaded, the pages still show results. */
const nothing = () => undefined;
