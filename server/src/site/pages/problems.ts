import { html } from 'hono/html';
import type { Html, Page, View } from '../page.ts';

export function notFoundPage(view: View): Page {
  const { problems, frame } = view.words;
  return problem(
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
  return problem(
    problems.brokenTitle,
    html`<p>${problems.broken}</p>
      <p><a class="onward" href="${view.to('/status')}">${problems.statusLink}</a></p>
      <p>${problems.brokenId} <code>${requestId}</code></p>`,
  );
}

export function busyPage(view: View): Page {
  const { problems } = view.words;
  return problem(problems.busyTitle, html`<p>${problems.busy}</p>`);
}

function problem(title: string, text: Html): Page {
  const body = html`<div class="wrap text">
    <div class="prose">
      <h1>${title}</h1>
      ${text}
    </div>
  </div>`;
  return { title, description: title, section: null, body };
}
