import { html } from 'hono/html';
import type { Html, View } from '../page.ts';
import type { ShopModel } from '../shop.ts';

/** One GPU's memory, beside the model's name; nothing if the name includes it: "A100 80GB". */
export function memoryBeside({ words, formats }: View, { name, memoryGb }: ShopModel): Html | '' {
  return new RegExp(`\\b${memoryGb} ?G[Bo]\\b`, 'i').test(name) ? '' : html` <small>${words.frame.gb(formats.number(memoryGb))}</small>`;
}
