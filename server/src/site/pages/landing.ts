import { siteLinks } from '@boreal/contract/words/links.ts';
import { MINIMUM_TOPUP_CAD } from '@boreal/contract/billing/billing.ts';
import { fromCad } from '@boreal/contract/values/money.ts';
import { html } from 'hono/html';
import { examplesFor } from '../docs/doc-kit.ts';
import type { Html, Page, View } from '../page.ts';
import { codeBlock } from '../parts/code-block.ts';
import { consolePicture } from '../parts/console-picture.ts';
import { budgetFigure, hibernationFigure, quoteFigure } from '../parts/figures.ts';
import { memoryBeside } from '../parts/memory-beside.ts';
import { moment } from '../parts/moment.ts';
import { stockBadge } from '../parts/stock-badge.ts';
import { pictured } from '../pictures.ts';
import { modelState, smallestPriced, type Shop, type ShopModel } from '../shop.ts';

export async function landing(view: View): Promise<Page> {
  const words = view.words.landing;
  // The page still sells during a database outage; only the board needs the database.
  const [shop, regions] = await Promise.all([view.sources.shop().catch(() => null), view.sources.places().catch(() => [])]);
  // Region names include their province, and so contain commas.
  const places = regions.length === 0 ? null : regions.join(' · ');
  const links = siteLinks('');
  const topup = view.formats.cadShort(fromCad(MINIMUM_TOPUP_CAD));
  const x = await examplesFor(view);
  return {
    title: words.title,
    description: words.description,
    section: null,
    body: html`<section class="hero">
        <div class="wrap">
          <div class="hero-text">
            ${places === null ? '' : html`<p class="eyebrow">${words.place(places)}</p>`}
            <h1>${words.headline.split(/(?<=\.) /).map((sentence) => html`<span>${sentence}</span> `)}</h1>
            <p class="lead">${words.lead}</p>
            <p class="actions">
              <a class="button" href="${view.toConsole(links.signup)}">${words.start}</a>
              <a class="button quiet" href="${view.to('/gpus')}">${words.seePrices}</a>
            </p>
          </div>
          ${board(view, shop)}
        </div>
      </section>
      <section class="facts wrap" aria-labelledby="facts-title">
        <h2 id="facts-title" class="quiet-title">${words.factsTitle}</h2>
        <ul>
          ${words.facts({ minimumTopup: topup, places }).map(
            ({ title, text }) =>
              html`<li>
                <h3>${title}</h3>
                <p>${text}</p>
              </li>`,
          )}
        </ul>
      </section>
      <section class="promises">
        <div class="wrap">
          <h2>${words.promisesTitle}</h2>
          ${promise(words.budget, view.to('/docs/billing#budgets'), budgetFigure(words.budget))}
          ${promise(words.hibernation, view.to('/docs/servers#hibernation'), hibernationFigure(words.hibernation))}
          ${promise(words.agents, view.to('/docs/agents'), quoteFigure(words.agents, cheapest(view, shop)))}
        </div>
      </section>
      <section class="pictures wrap">
        <h2>${words.consoleTitle}</h2>
        <p>${words.consoleText}</p>
        <div>
          ${pictured.map(
            (name) =>
              html`<figure>
                ${consolePicture(view, name, words.pictures[name].tells)}
                <figcaption>${words.pictures[name].caption}</figcaption>
              </figure>`,
          )}
        </div>
      </section>
      <section class="terminal wrap">
        <div>
          <h2>${words.terminalTitle}</h2>
          <p>${words.terminalText}</p>
          <p><a class="onward" href="${view.to('/docs/cli')}">${words.terminalLink}</a></p>
        </div>
        ${codeBlock(view, `${x.cli.deploy}\n${x.cli.login}`)}
      </section>
      <section class="own">
        <div class="wrap">
          <div>
            <h2>${words.ownTitle}</h2>
            <p>${words.ownText}</p>
            <p><a class="onward" href="${view.to('/docs/run')}">${words.ownLink}</a></p>
          </div>
          ${codeBlock(view, x.demo)}
        </div>
      </section>
      <section class="closing wrap">
        <h2>${words.closing}</h2>
        <p>${words.closingText(topup)}</p>
        <p class="actions"><a class="button" href="${view.toConsole(links.signup)}">${words.start}</a></p>
      </section>`,
  };
}

/** The models, their prices, and whether they are in stock. */
function board(view: View, shop: Shop | null): Html {
  const { landing: words, frame } = view.words;
  if (shop === null || shop.models.length === 0) {
    return html`<div class="board"><p class="board-empty">${shop === null ? words.noStock : view.words.gpus.none}</p></div>`;
  }
  return html`<div class="board">
    <table>
      <caption>
        ${words.boardTitle}
      </caption>
      <thead>
        <tr>
          <th scope="col">${words.boardModel}</th>
          <th scope="col" class="figures">${words.boardFrom}</th>
          <th scope="col" class="figures spot">${words.boardSpot}</th>
          <th scope="col">${words.boardStock}</th>
        </tr>
      </thead>
      <tbody>
        ${shop.models.map((model) => boardRow(view, model))}
      </tbody>
    </table>
    <p class="board-note">
      ${frame.updated} <span data-updated>${moment(view, shop.updatedAt)}</span><span class="unseen" role="status" data-changes></span>
    </p>
  </div>`;
}

function boardRow(view: View, model: ShopModel): Html {
  const { formats } = view;
  const price = (spot: boolean) => {
    const smallest = smallestPriced(model, { spot });
    return smallest === null ? html`<span class="none">–</span>` : formats.cad(smallest.price.hourlyMicros);
  };
  return html`<tr>
    <th scope="row"><a href="${view.to(`/gpus/${model.slug}`)}">${model.name}</a>${memoryBeside(view, model)}</th>
    <td class="figures">${price(false)}</td>
    <td class="figures spot">${price(true)}</td>
    <td>
      ${stockBadge(
        view,
        modelState(model),
        model.plans.map(({ id }) => id),
      )}
    </td>
  </tr>`;
}

function promise(words: { title: string; text: string; link: string }, href: string, figure: Html): Html {
  return html`<article class="promise">
    <div>
      <h3>${words.title}</h3>
      <p>${words.text}</p>
      <p><a class="onward" href="${href}">${words.link}</a></p>
    </div>
    <div class="promise-figure">${figure}</div>
  </article>`;
}

/** The lowest on-demand price, for the illustration of a quote. */
function cheapest({ formats }: View, shop: Shop | null): string {
  const prices = (shop?.models ?? []).flatMap((model) => smallestPriced(model, { spot: false })?.price.hourlyMicros ?? []);
  const lowest = prices.toSorted((a, b) => (a < b ? -1 : 1))[0];
  return lowest === undefined ? formats.cad(fromCad(1)) : formats.cad(lowest);
}
