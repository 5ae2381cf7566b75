import { Badge } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useFormats } from '../../format/use-formats.ts';
import classes from './model-list.module.css';
import type { Model } from './models.rules.ts';
import { useDeployText } from './text.ts';

const colors = { in: 'boreal', out: 'orange', request: 'gray' } as const;

/** The GPUs for sale, to compare: memory, lowest prices and stock, each in its column; on a telephone each GPU is a block. */
export function ModelList({
  models,
  chosen,
  onChoose,
}: {
  models: readonly Model[];
  chosen: string | null;
  onChoose: (name: string) => void;
}) {
  const t = useDeployText();
  const format = useFormats();
  const id = useId();
  const stock = { in: t.inStock, out: t.outOfStock, request: t.onRequest } as const;
  const rate = (price: number | null) => (price === null ? null : t.perHour(format.rate(price)));
  return (
    <div role="radiogroup" aria-labelledby={id} aria-describedby={`${id}-about`}>
      <h2 id={id} className={classes.title}>
        {t.gpu}
      </h2>
      <p id={`${id}-about`} className={classes.about}>
        {t.pricesFrom}
      </p>
      <div className={classes.list}>
        <div className={classes.head} aria-hidden>
          <span />
          <span>{t.gpu}</span>
          <span>{t.gpuMemory}</span>
          <span>{t.onDemand}</span>
          <span>{t.spot}</span>
          <span>{t.perMonth}</span>
          <span>{t.stock}</span>
        </div>
        {models.map((model) => (
          <label key={model.name} className={classes.row}>
            <input type="radio" name={id} value={model.name} checked={model.name === chosen} onChange={() => onChoose(model.name)} />
            <b className={classes.name}>{model.name}</b>
            <Cell name={t.gpuMemory}>{model.memoryGb === null ? null : <Memory model={model} gb={model.memoryGb} />}</Cell>
            <Cell name={t.onDemand}>{rate(model.fromHourly)}</Cell>
            <Cell name={t.spot}>{rate(model.spotHourly)}</Cell>
            <Cell name={t.perMonth}>{model.fromMonthly === null ? null : format.money(model.fromMonthly)}</Cell>
            <span className={classes.stock}>
              <Badge component="span" color={colors[model.stock]}>
                {stock[model.stock]}
              </Badge>
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}

/** How large it is and, below, how fast. */
function Memory({ model: { bandwidth }, gb }: { model: Model; gb: number }) {
  const t = useDeployText();
  const format = useFormats();
  return (
    <>
      {t.gb(format.number(gb))}
      {bandwidth !== null && (
        <span className={classes.below}>
          {' '}
          {bandwidth < 1000 ? t.gbPerSecond(format.number(bandwidth)) : t.tbPerSecond(format.number(bandwidth / 1000, 2))}
        </span>
      )}
    </>
  );
}

/** A figure under its heading; its name is shown where there are no columns, and always heard. Nothing to say: a dash that nobody hears. */
function Cell({ name, children }: { name: string; children: ReactNode }) {
  if (children === null) return <span className={classes.none} aria-hidden />;
  return (
    <span className={`${classes.cell} figures`}>
      <span className={classes.label}>{name} </span>
      {children}
    </span>
  );
}
