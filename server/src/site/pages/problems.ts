import { html } from 'hono/html';
import type { Page, View } from '../page.ts';
import { textPage } from '../parts/text-page.ts';

export function notFoundPage(view: View): Page {
  const { problems, frame } = view.words;
  return textPage(
    problems.notFoundTitle,
    html`<p>${problems.notFound}</p>
      <ul>
        <li><a href="${view.to('/gpus')}">${frame.gpus}</a></li>
        <li><a href="${view.to('/docs')}">${frame.docs}</a></li>
        <li><a href="/console">Console</a></li>
        <li><a href="${view.to('/status')}">${frame.status}</a></li>
      </ul>`,
  );
}

export function brokenPage(view: View, requestId: string): Page {
  const { problems } = view.words;
  return textPage(
    problems.brokenTitle,
    html`<p>${problems.broken}</p>
      <p><a class="onward" href="${view.to('/status')}">${problems.statusLink}</a></p>
      <p>${problems.brokenId} <code>${requestId}</code></p>`,
  );
}

export function busyPage(view: View): Page {
  const { problems } = view.words;
  return textPage(problems.busyTitle, html`<p>${problems.busy}</p>`);
}
