import classes from './disks.module.css';
import { useDeployText } from './text.ts';

/** The disks of a size, each by what becomes of what is on it. */
export function Disks({ hasWorkDisk }: { hasWorkDisk: boolean }) {
  const t = useDeployText();
  return (
    <dl className={classes.disks}>
      <div>
        <dt>{t.systemDisk}</dt>
        <dd>{t.systemDiskAbout}</dd>
      </div>
      {hasWorkDisk && (
        <div>
          <dt>{t.workDisk}</dt>
          <dd>{t.workDiskAbout}</dd>
        </div>
      )}
    </dl>
  );
}
