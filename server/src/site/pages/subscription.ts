import type { Told } from '@boreal/contract/words/language.ts';
import { html } from 'hono/html';
import type { StopLink } from '../../core/ground/links/stop-link.ts';
import type { Html, Page, View } from '../page.ts';
import { subscribeForm } from '../parts/subscribe-form.ts';
import { textPage } from '../parts/text-page.ts';

export function wrongAddressPage(view: View, typed: string): Page {
  return textPage(view.words.status.title, subscribeForm(view, typed), 'status');
}

/** The same for every address. */
export function askedPage(view: View, email: string): Page {
  const words = view.words.subscription;
  const text = html`<p role="status">${words.asked(email)}</p>
    <p>${words.askedNothing}</p>`;
  return textPage(words.askedTitle, text, 'status');
}

/** Programs that scan mail open its links, so a link takes effect only when a button is pressed. */
export function confirmPage(view: View, { email, token }: { email: string; token: string }): Page {
  const words = view.words.subscription;
  const text = html`<p>${words.confirm(email)}</p>
    ${button(view, { path: '/status/confirm', token, label: words.confirmButton })}`;
  return textPage(words.confirmTitle, text, 'status');
}

export function confirmedPage(view: View, email: string): Page {
  const words = view.words.subscription;
  return textPage(words.confirmedTitle, html`<p role="status">${words.confirmed(email)}</p>`, 'status');
}

export function stopPage(view: View, { what, token }: { what: StopLink['for']; token: string }): Page {
  const words = view.words.subscription;
  const text = html`<p>${words.stop[what]}</p>
    ${button(view, { path: '/stop-mail', token, label: words.stopButton })}`;
  return textPage(words.stopTitle, text);
}

export function stoppedPage(view: View, what: StopLink['for']): Page {
  const words = view.words.subscription;
  return textPage(words.stoppedTitle, html`<p role="status">${words.stopped[what]}</p>`);
}

export function brokenLinkPage(view: View, why: Told): Page {
  const words = view.words.subscription;
  const text = html`<p>${why[view.locale]}</p>
    <p><a class="onward" href="${view.to('/status')}#mail">${words.toStatus}</a></p>`;
  return textPage(words.linkTitle, text);
}

function button(view: View, { path, token, label }: { path: string; token: string; label: string }): Html {
  return html`<form method="post" action="${view.to(path)}?token=${encodeURIComponent(token)}">
    <button type="submit" class="button">${label}</button>
  </form>`;
}
