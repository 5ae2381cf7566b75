import { notifications } from '@mantine/notifications';

/** Tells that something was done, for a few seconds; screen readers say it too. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'boreal', autoClose: 6000, withCloseButton: false, style: { whiteSpace: 'pre-line' } });
}
