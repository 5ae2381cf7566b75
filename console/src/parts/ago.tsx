import { useFormats } from '../format/use-formats.ts';
import { Moment } from './time.tsx';
import { useNow } from './use-now.ts';

const WEEK_MS = 7 * 86_400_000;

interface AgoProps {
  readonly iso: string;
  /** It was the time of the world, and not Boreal's: a demo's runs faster. */
  readonly real?: boolean;
}

/** How long ago something was done, or when it will be; its date when that is more than a week away. */
export function Ago({ iso, real = false }: AgoProps) {
  const format = useFormats();
  const now = useNow({ real });
  const isNear = Math.abs(new Date(iso).getTime() - now.getTime()) < WEEK_MS;
  return <Moment iso={iso} text={isNear ? format.ago(iso, now) : format.dateTime(iso)} short={isNear} />;
}
