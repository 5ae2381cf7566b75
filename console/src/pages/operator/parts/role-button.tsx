import type { OperatorPermission } from '@boreal/contract/operator/roles.ts';
import type { ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRoleRefusal } from '../../../app/operator-role.ts';
import { ReasonedButton } from '../../../parts/reasoned-button.tsx';

interface RoleButtonProps extends ButtonProps {
  /** The row of the contract that it calls, in the end: an operator whose role lacks its permission is told who may. */
  readonly calls: { readonly needs: OperatorPermission };
  /** Why it cannot be pressed now, whoever asks; null when it can. */
  readonly reason?: string | null;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A button of the operators' pages. */
export function RoleButton({ calls, reason = null, ...props }: RoleButtonProps) {
  const refusal = useRoleRefusal(calls.needs);
  return <ReasonedButton {...props} reason={refusal ?? reason} />;
}
