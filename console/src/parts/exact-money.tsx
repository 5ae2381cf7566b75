import { useState } from 'react';
import { useFormats } from '../format/use-formats.ts';

interface ExactMoneyProps {
  readonly cad: number;
  /** A price for an hour keeps up to four decimals. */
  readonly rate?: boolean;
  /** The sentence in which it stands, as said of what is shown. */
  readonly told?: (money: string) => string;
}

/**
 * An amount outside a table, where nobody can compare it with a file: to the cent, and, where that is not all of it, exactly in its tooltip
 * and while it has the focus, which a tap gives it too.
 */
export function ExactMoney({ cad, rate = false, told = (money) => money }: ExactMoneyProps) {
  const format = useFormats();
  const [isAsked, setAsked] = useState(false);
  const shown = rate ? format.rate(cad) : format.money(cad);
  const exact = format.exact(cad);
  const sentence = told(shown);
  const at = sentence.indexOf(shown);
  if (exact === shown || at === -1) return sentence;
  return (
    <>
      {sentence.slice(0, at)}
      <button
        type="button"
        className="figures rounded"
        title={exact}
        // Safari gives no focus to what is pressed.
        onClick={() => setAsked(true)}
        onFocus={() => setAsked(true)}
        onBlur={() => setAsked(false)}
      >
        {isAsked ? exact : shown}
      </button>
      {sentence.slice(at + shown.length)}
    </>
  );
}
