import { HOUR_MS, MINUTE_MS } from '../../kit/clock.ts';
import type { SignInRules } from '../../kit/sign-in-rules.ts';

interface Used {
  readonly createdAt: Date;
  /** When it was last used by an operator; null: not yet. */
  readonly operatedAt: Date | null;
}

/** Whether an operator's session is over: it began too long ago, or was not used for too long. In real time, as sessions count. */
export function endedForOperator(
  { createdAt, operatedAt }: Used,
  { operatorSessionHours, operatorIdleMinutes }: Pick<SignInRules, 'operatorSessionHours' | 'operatorIdleMinutes'>,
  at: Date,
): boolean {
  const since = (time: Date) => at.getTime() - time.getTime();
  if (operatorSessionHours !== null && since(createdAt) >= operatorSessionHours * HOUR_MS) return true;
  return operatorIdleMinutes !== null && since(operatedAt ?? createdAt) >= operatorIdleMinutes * MINUTE_MS;
}

/** Whether a use is written down: once a minute, not with every request. */
export function marksUse({ operatedAt }: Used, at: Date): boolean {
  return operatedAt === null || at.getTime() - operatedAt.getTime() >= MINUTE_MS;
}
