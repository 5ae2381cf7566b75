import { APPROVAL_HOURS, type AgentApproval } from '@boreal/contract/agents/agents.ts';
import { useQuery } from '@tanstack/react-query';
import { cardsQuery } from '../../api/cards.ts';
import { useAccountId } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '../../parts/confirm-dialog.tsx';
import { useNow } from '../../parts/use-now.ts';
import { useCardName } from '../billing/card-name.ts';
import { useApprovalsText } from './text.ts';

const HOUR_MS = 3_600_000;

interface ApproveChargeProps extends Pick<ConfirmDialogProps, 'opened' | 'onClose' | 'busy' | 'error'> {
  readonly approval: AgentApproval;
  /** With the card that was named. */
  readonly onConfirm: (expectedCardId: string | undefined) => void;
}

/** Asks before an agent may charge the card: which one, how much at most, and until when. */
export function ApproveCharge({ approval: { key, charge }, onConfirm, ...dialog }: ApproveChargeProps) {
  const t = useApprovalsText();
  const format = useFormats();
  const cardName = useCardName();
  const card = useQuery(cardsQuery(useAccountId())).data?.find((one) => one.default);
  const total = format.money(charge);
  const until = new Date(useNow().getTime() + APPROVAL_HOURS * HOUR_MS).toISOString();
  return (
    <ConfirmDialog
      {...dialog}
      title={t.approveChargeTitle}
      text={t.approveCharge({
        card: card ? cardName(card) : t.yourDefaultCard,
        total,
        agent: key.name,
        until: format.dateTime(until),
      })}
      action={t.approveChargeOf(total)}
      onConfirm={() => onConfirm(card?.id)}
    />
  );
}
