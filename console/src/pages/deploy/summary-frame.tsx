import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './deploy.module.css';

interface SummaryFrameProps {
  /** The amount that the bar keeps in sight, and what it is for. */
  readonly price: ReactNode;
  readonly of: string;
  readonly button: ReactNode;
  readonly children: ReactNode;
}

/** What is bought, line by line, and the button that buys it; on a telephone that stays in sight at the bottom, with the price. */
export function SummaryFrame({ price, of, button, children }: SummaryFrameProps) {
  return (
    <>
      <div className={classes.lines}>{children}</div>
      <div className={classes.bar}>
        <div className={classes.price}>
          <Text component="span" fw={700} className="figures">
            {price}
          </Text>
          <Text component="span" size="xs" c="dimmed" truncate>
            {of}
          </Text>
        </div>
        {button}
      </div>
    </>
  );
}
