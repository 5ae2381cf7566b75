import { Tooltip } from '@mantine/core';
import { useFormats } from '../format/use-formats.ts';

/** A moment in the viewer's zone; pointed at, with the Eastern hour, by which bills and backups run. */
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
