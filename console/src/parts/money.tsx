import { useFormats } from '../format/use-formats.ts';

interface MoneyProps {
  readonly cad: number;
  /** A price for an hour keeps up to four decimals. */
  readonly rate?: boolean;
  /** Shows a plus for credits. */
  readonly signed?: boolean;
}

/** An amount of CAD to the cent; finer digits are in the tooltip and in the CSV. */
export function Money({ cad, rate = false, signed = false }: MoneyProps) {
  const format = useFormats();
  const shown = rate ? format.rate(cad) : format.money(cad);
  const exact = format.exact(cad);
  return (
    <span className="figures" {...(exact !== shown && { title: exact })}>
      {signed && cad > 0 ? `+${shown}` : shown}
    </span>
  );
}
