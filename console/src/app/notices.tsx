import { CloseButton } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { closeNotice, currentNotices, watchNotices } from '../parts/notify.ts';
import classes from './notices.module.css';

/**
 * Where `notifyDone` and `notifyProblem` show results. Always loaded: what is told may be that nothing can be loaded. Both regions are
 * there before anything is in them, because screen readers announce only what changes.
 */
export function Notices() {
  const notices = useSyncExternalStore(watchNotices, currentNotices);
  const shown = (kind: 'done' | 'problem') =>
    notices
      .filter((notice) => notice.kind === kind)
      .map(({ id, message, close }) => (
        <div key={id} className={classes.notice} data-kind={kind} role={kind === 'problem' ? 'alert' : undefined}>
          <span>{message}</span>
          {close !== null && <CloseButton aria-label={close} onClick={() => closeNotice(id)} />}
        </div>
      ));
  return (
    <div className={classes.notices}>
      {shown('problem')}
      <div role="status">{shown('done')}</div>
    </div>
  );
}
