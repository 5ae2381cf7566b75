import { Tooltip } from '@mantine/core';
import { useFormats } from '../format/use-formats.ts';

interface TimeProps {
  readonly iso: string;
  /** Only the day is shown. */
  readonly day?: boolean;
}

/** A time in the viewer's zone; the tooltip has all of it, with the Eastern time, which bills and backups follow. */
export function Time({ iso, day = false }: TimeProps) {
  const format = useFormats();
  return <Moment iso={iso} text={day ? format.date(iso) : format.dateTime(iso)} short={day} />;
}

/** A sentence about a time, which has all of it in its tooltip. `sentence` makes it from the time as text. */
export function Timed({ sentence, ...time }: TimeProps & { sentence: (time: string) => string }) {
  const [before = '', after = ''] = sentence(PLACE).split(PLACE);
  return (
    <>
      {before}
      <Time {...time} />
      {after}
    </>
  );
}

/** Where the time comes: a character that no text of ours has. */
const PLACE = '\u{e000}';

/** A moment as `text` tells it, with all of it in the tooltip. `short`: without its hour. */
export function Moment({ iso, text, short = false }: { iso: string; text: string; short?: boolean }) {
  const format = useFormats();
  return (
    <Tooltip label={`${format.fullDateTime(iso)} (${format.easternTime(iso)})`}>
      <time dateTime={iso} className={short ? 'moment short' : 'moment'}>
        {text.replace(BEFORE_HALF, '\u00a0')}
      </time>
    </Tooltip>
  );
}

/** “p.m.” alone on a line is no time. */
const BEFORE_HALF = /\s(?=[ap]\.m\.)/;
