import { checkPassword } from '@boreal/contract/endpoints/console/strangers.ts';
import { PASSWORD_MAX, PASSWORD_MIN, type PasswordStrength } from '@boreal/contract/people/sign-in.ts';
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { en } from '../i18n/en/password-meter.ts';
import { fr } from '../i18n/fr/password-meter.ts';
import { textsOf } from '../i18n/language.tsx';
import { Meter } from './meter.tsx';

const useMeterText = textsOf({ en, fr });
/** ms: asked once somebody pauses. */
const PAUSE_MS = 500;

const shown = {
  weak: { value: 30, color: 'red' },
  personal: { value: 30, color: 'red' },
  good: { value: 75, color: 'boreal' },
  strong: { value: 100, color: 'boreal' },
} as const satisfies Record<PasswordStrength, { value: number; color: string }>;

interface PasswordMeterProps {
  readonly password: string;
  /** What others know about its owner, as far as it is known. */
  readonly email?: string;
  readonly name?: string;
  readonly company?: string;
}

/**
 * How hard a password is to guess, in the judgement that will accept or refuse it. It advises only: where the server does not answer,
 * nothing is shown. The password is in no cache and no address.
 */
export function PasswordMeter({ password, email = '', name = '', company = '' }: PasswordMeterProps) {
  const t = useMeterText();
  const [judged, setJudged] = useState<{ readonly password: string; readonly strength: PasswordStrength } | null>(null);
  const isWhole = password.length >= PASSWORD_MIN && password.length <= PASSWORD_MAX;
  useEffect(() => {
    if (!isWhole) return;
    const asking = new AbortController();
    const ask = async () => {
      try {
        const body = { password, email: email.slice(0, 254), name: name.slice(0, 100), company: company.slice(0, 100) };
        const { strength } = await call(checkPassword, { body, signal: asking.signal });
        setJudged({ password, strength });
      } catch {
        setJudged(null);
      }
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [password, email, name, company, isWhole]);
  // Its place is kept while somebody types on, and what it said of another password is not said of this one.
  const strength = isWhole && judged?.password === password ? judged.strength : null;
  return (
    <div role="status">
      <Meter
        size="sm"
        aria-label={t.label}
        value={strength === null ? 0 : shown[strength].value}
        color={strength === null ? 'gray' : shown[strength].color}
      />
      <Text size="sm" c="dimmed" mt={4} mih={22}>
        {strength === null ? '' : t.strengths[strength]}
      </Text>
    </div>
  );
}
