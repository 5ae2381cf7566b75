import { Button, Tooltip, VisuallyHidden, type ButtonProps } from '@mantine/core';
import { useId, type ReactNode } from 'react';

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
  if (reason === null) {
    return (
      <Button {...props} type={type} onClick={onClick}>
        {children}
      </Button>
    );
  }
  return (
    <Tooltip label={reason}>
      <Button {...props} data-disabled aria-disabled aria-describedby={id} onClick={(event) => event.preventDefault()}>
        {children}
        <VisuallyHidden id={id}>{reason}</VisuallyHidden>
      </Button>
    </Tooltip>
  );
}
