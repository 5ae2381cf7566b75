import classes from './palette.module.css';

/** Keys as they are written on a keyboard: `g s` are two, one after the other. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={classes.set}>
      {keys.split(' ').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
