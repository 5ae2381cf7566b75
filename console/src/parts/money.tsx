import { useFormats } from '../format/use-formats.ts';

/** An amount of CAD; `exact` shows all decimals of a rate. */
export function Money({ cad, exact = false }: { cad: number; exact?: boolean }) {
  const format = useFormats();
  return <span className="figures">{exact ? format.rate(cad) : format.money(cad)}</span>;
}
