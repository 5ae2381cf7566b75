import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import classes from './palette.module.css';

/**
 * The browser's own dialog: what is behind it can be neither reached nor pressed, Escape closes it, and closing it returns the focus.
 * The library's is a sixth of a first load, which who only looks something up should not wait for.
 */
export function PaletteDialog({ name, onClose, children }: { name: string; onClose: () => void; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog?.open === false) dialog.showModal();
    return () => dialog?.close();
  }, []);
  useEffect(() => {
    const dialog = ref.current;
    // What is beside it is the dialog's own ground.
    const pressed = ({ target }: MouseEvent) => target === dialog && onClose();
    dialog?.addEventListener('click', pressed);
    return () => dialog?.removeEventListener('click', pressed);
  }, [onClose]);
  // Not left to the browser, which tells of a closed dialog only later: Ctrl+K pressed before that would be lost.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      ref={ref}
      aria-label={name}
      className={classes.dialog}
      onKeyDown={onKeyDown}
      onClose={() => ref.current?.open === false && onClose()}
    >
      <div className={classes.inside}>{children}</div>
    </dialog>
  );
}
