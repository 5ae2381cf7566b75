import { useFormats } from '../format/use-formats.ts';
import { Moment } from './time.tsx';
import { useNow } from './use-now.ts';

const WEEK_MS = 7 * 86_400_000;

/** How long ago something was done, or when it will be; its date when that is more than a week away. */
export function Ago({ iso }: { iso: string }) {
  const format = useFormats();
  const now = useNow();
  const isNear = Math.abs(new Date(iso).getTime() - now.getTime()) < WEEK_MS;
  return <Moment iso={iso} text={isNear ? format.ago(iso, now) : format.dateTime(iso)} />;
}
