import { html } from 'hono/html';
import type { Html } from '../page.ts';

export interface TableColumn {
  readonly title: string;
  /** Figures are right-aligned. */
  readonly figures?: boolean;
  /** In a stacked row, a sentence is read without the name of its column. */
  readonly sentence?: boolean;
}

interface TableAs {
  readonly caption: string;
  /**
   * On a narrow screen each row becomes a paragraph, so that nothing that matters for buying is out of sight. Figures have the names of
   * their columns beside them; sentences follow one another.
   */
  readonly stacks?: boolean | 'sentences';
}

/** A table that scrolls by itself on a narrow screen, if its rows do not stack. The first cell of a row names it. */
export function table(columns: readonly TableColumn[], rows: readonly (readonly unknown[])[], { caption, stacks = false }: TableAs): Html {
  const figures = (index: number) => (columns[index]?.figures ? html` class="figures"` : '');
  const nameOf = (index: number) => {
    if (stacks !== true) return '';
    return columns[index]?.sentence ? html` class="sentence"` : html` data-name="${columns[index]?.title}"`;
  };
  // Wraps a cell's content in one element, to stand beside the name of its column.
  const whole = (cell: unknown) => (stacks === true ? html`<div>${cell}</div>` : cell);
  return html`<div
    class="scroll${stacks === false ? '' : stacks === true ? ' stacks' : ' stacks sentences'}"
    tabindex="0"
    role="group"
    aria-label="${caption}"
  >
    <table>
      <thead>
        <tr>
          ${columns.map(({ title }, index) => html`<th scope="col" ${figures(index)}>${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell, index) => (index === 0 ? html`<th scope="row">${cell}</th>` : html`<td${figures(index)}${nameOf(index)}>${whole(cell)}</td>`))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
