import { TERMS_VERSION } from '@boreal/contract/people/sign-in.ts';
import { html } from 'hono/html';
import type { CompanyRow } from '../../core/commerce/invoices/company.store.ts';
import { isIdentified } from '../is-identified.ts';
import type { Html, Page, View } from '../page.ts';

/** A legal page, with the operator's own details if they have entered them. */
export async function legal(view: View, which: 'privacy' | 'terms' | 'sla'): Promise<Page> {
  const words = view.words.legal;
  const company = await view.sources.company();
  const { title, description, lead, sections } = words[which];
  const operator = { name: company.name, address: addressOf(view, company), email: company.email };
  return {
    title,
    description,
    section: null,
    body: html`<div class="page-head">
        <div class="wrap">
          <h1>${title}</h1>
          <p class="lead">${lead}</p>
          <p>${words.inForce(TERMS_VERSION, view.formats.day(TERMS_VERSION))}</p>
        </div>
      </div>
      <div class="wrap text">
        <div class="prose">
          <h2>${words.operatorTitle}</h2>
          ${
            isIdentified(company)
              ? html`<p>${words.operatorKnown(operator)}</p>
                  ${contacts(view, company)}`
              : html`<p class="notice">${words.operatorUnknown}</p>`
          }
          ${sections(operator).map(
            (section) =>
              html`<h2>${section.title}</h2>
                ${section.text.map((paragraph) => html`<p>${paragraph}</p>`)}`,
          )}
        </div>
      </div>`,
  };
}

function addressOf({ formats }: View, { addressLine1, addressLine2, city, province, postalCode, country }: CompanyRow): string {
  const place = [city, province, postalCode].filter((part) => part !== null).join(' ');
  return [addressLine1, addressLine2, place, formats.country(country)].filter((part) => part !== null && part !== '').join(', ');
}

function contacts({ words }: View, { email, website }: CompanyRow): Html | '' {
  if (email === null && website === null) return '';
  return html`<ul>
    ${email === null ? '' : html`<li>${words.legal.email}: <a href="mailto:${email}">${email}</a></li>`}
    ${website === null ? '' : html`<li>${words.legal.website}: ${website}</li>`}
  </ul>`;
}
