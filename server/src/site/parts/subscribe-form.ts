import { html } from 'hono/html';
import type { Html, View } from '../page.ts';

/** The form in which a visitor enters an address for incident mails. `typed`: the rejected input. */
export function subscribeForm(view: View, typed: string | null = null): Html {
  const words = view.words.subscription;
  const wrong = typed === null ? '' : html`<p class="wide wrong" id="email-wrong" role="alert">${words.notAnAddress}</p>`;
  return html`<h2 id="mail">${words.title}</h2>
    <p class="prose">${words.lead}</p>
    <form class="form subscribe" method="post" action="${view.to('/status/subscribe')}" aria-labelledby="mail">
      ${wrong}
      <div class="field">
        <label for="email">${words.email}</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="email"
          maxlength="254"
          required
          value="${typed ?? ''}"
          ${typed === null ? '' : html` aria-invalid="true" aria-describedby="email-wrong"`}
        />
      </div>
      <button type="submit" class="button">${words.subscribe}</button>
    </form>`;
}
