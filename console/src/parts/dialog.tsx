import { Modal, type ModalProps } from '@mantine/core';
import { useEffect } from 'react';
import { useShellText } from '../i18n/use-shell-text.ts';

/** After the library's own attempt, which it only makes for dialogs that stay in the page while they are closed. */
const RETURN_MS = 20;

/** Something to read or decide before the page continues. Closing it returns the focus to where it was opened. */
export function Dialog(props: Omit<ModalProps, 'closeButtonProps'>) {
  const t = useShellText();
  useReturn(props.opened);
  return <Modal {...props} closeButtonProps={{ 'aria-label': t.close }} />;
}

function useReturn(opened: boolean): void {
  useEffect(() => {
    if (!opened) return undefined;
    const opener = document.activeElement;
    return () => void setTimeout(() => goBack(opener), RETURN_MS);
  }, [opened]);
}

/** To what opened the dialog, or to the page's title if that was deleted. */
function goBack(opener: Element | null): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const place = opener?.isConnected && opener !== document.body ? opener : document.querySelector('main h1');
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}
