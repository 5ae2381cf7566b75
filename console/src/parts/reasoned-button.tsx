import { Button, type ButtonProps } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useIsClosed } from '../app/account.tsx';
import { useShellText } from '../i18n/use-shell-text.ts';
import classes from './reasoned-button.module.css';

interface ReasonedButtonProps extends ButtonProps {
  /** Why it cannot be pressed now; null when it can. */
  readonly reason: string | null;
  /** Absent if it submits its form. */
  readonly onClick?: () => void;
  readonly type?: 'submit';
  readonly children: ReactNode;
}

/** A button that says why it cannot be pressed now. It stays in the tab order, so that screen reader users hear the reason too. */
export function ReasonedButton({ reason, onClick, type, children, ...props }: ReasonedButtonProps) {
  const id = useId();
  const t = useShellText();
  const isClosed = useIsClosed();
  if (reason === null) {
    return (
      <Button {...props} type={type} onClick={onClick}>
        {children}
      </Button>
    );
  }
  return (
    <span className={classes.around} data-full={props.fullWidth === true || undefined}>
      <Button {...props} data-disabled aria-disabled aria-describedby={id} onClick={(event) => event.preventDefault()}>
        {children}
      </Button>
      <span id={id} role="tooltip" className={classes.reason}>
        {isClosed ? t.accountClosed : reason}
      </span>
    </span>
  );
}
