import { Tooltip } from '@mantine/core';
import { useFormats } from '../format/use-formats.ts';

/** A time in the viewer's zone; the tooltip has the Eastern time, which bills and backups follow. */
export function Time({ iso }: { iso: string }) {
  const format = useFormats();
  return (
    <Tooltip label={format.easternTime(iso)}>
      <time dateTime={iso} className="moment">
        {format.dateTime(iso)}
      </time>
    </Tooltip>
  );
}
