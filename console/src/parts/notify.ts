import { notifications } from '@mantine/notifications';

/** Tells that something was done, for a few seconds; screen readers say it too. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'boreal', autoClose: 6000, withCloseButton: false, style: { whiteSpace: 'pre-line' } });
}

/** Tells of what did not work where no page tells it; stays until it is closed, by a button that says `close`. */
export function notifyProblem({ message, close }: { message: string; close: string }): void {
  notifications.show({ message, color: 'red', autoClose: false, role: 'alert', closeButtonProps: { 'aria-label': close } });
}
