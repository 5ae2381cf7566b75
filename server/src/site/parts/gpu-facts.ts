import { html } from 'hono/html';
import type { GpuFacts } from '../../core/money/catalog/gpu-facts.rules.ts';
import type { Html, View } from '../page.ts';
import type { ShopModel } from '../shop.ts';

/** A model's GPU facts. Nothing if only the memory is known: the page has that already. */
export function gpuFacts({ words, formats }: View, model: ShopModel, facts: GpuFacts | null): Html | '' {
  if (facts === null) return '';
  const own = words.gpus.facts;
  const { number } = formats;
  const rows = [
    [own.architecture, facts.architecture],
    [own.memory, `${words.frame.gb(number(model.memoryGb))} ${facts.memoryType}`],
    [
      own.bandwidth,
      facts.bandwidth < 1000 ? own.gigabytesPerSecond(number(facts.bandwidth)) : own.terabytesPerSecond(number(facts.bandwidth / 1000)),
    ],
    [own.tensor16, `${number(facts.tflops16)} TFLOPS`],
    [own.tensor8, facts.tflops8 === null ? words.gpus.model1.none : `${number(facts.tflops8)} TFLOPS`],
    ...(facts.link === null ? [] : [[own.link, `${facts.link.kind}, ${own.gigabytesPerSecond(number(facts.link.gbPerSecond))}`]]),
  ];
  return html`<section class="wrap" aria-labelledby="facts-title">
    <h2 id="facts-title">${own.title(model.name)}</h2>
    <dl class="spec">
      ${rows.map(
        ([term, value]) =>
          html`<div>
            <dt>${term}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    <p class="updated">${own.source}</p>
  </section>`;
}
