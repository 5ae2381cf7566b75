import { HOUR_MS, MINUTE_MS } from '../../kit/clock.ts';
import type { SignInRules } from '../../kit/sign-in-rules.ts';

interface Used {
  readonly createdAt: Date;
  /** When an operator last used it; null: not yet. */
  readonly operatedAt: Date | null;
}

/** Whether an operator's session is over: it began too long ago, or was unused for too long. In real time, like sessions. */
export function endedForOperator(
  { createdAt, operatedAt }: Used,
  { operatorSessionHours, operatorIdleMinutes }: Pick<SignInRules, 'operatorSessionHours' | 'operatorIdleMinutes'>,
  at: Date,
): boolean {
  const since = (time: Date) => at.getTime() - time.getTime();
  if (operatorSessionHours !== null && since(createdAt) >= operatorSessionHours * HOUR_MS) return true;
  return operatorIdleMinutes !== null && since(operatedAt ?? createdAt) >= operatorIdleMinutes * MINUTE_MS;
}

/** Whether to record a use: once a minute, not with every request. */
export function marksUse({ operatedAt }: Used, at: Date): boolean {
  return operatedAt === null || at.getTime() - operatedAt.getTime() >= MINUTE_MS;
}
