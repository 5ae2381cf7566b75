import { Tooltip } from '@mantine/core';
import { useFormats } from '../format/use-formats.ts';
import { useNow } from './use-now.ts';

/** A time in the viewer's zone; the tooltip has all of it, with the Eastern time, which bills and backups follow. */
export function Time({ iso }: { iso: string }) {
  const format = useFormats();
  return <Moment iso={iso} text={format.moment(iso, useNow())} />;
}

/** A moment as `text` tells it, with all of it in the tooltip. */
export function Moment({ iso, text }: { iso: string; text: string }) {
  const format = useFormats();
  return (
    <Tooltip label={`${format.dateTime(iso)} (${format.easternTime(iso)})`}>
      <time dateTime={iso} className="moment">
        {text}
      </time>
    </Tooltip>
  );
}
