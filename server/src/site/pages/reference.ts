import { html } from 'hono/html';
import { anchorOf } from '../docs/doc-kit.ts';
import type { Html, Page, View } from '../page.ts';
import { codeBlock } from '../parts/code-block.ts';
import { table } from '../parts/table.ts';
import { codeLanguageNames, codeLanguages, requestInCode } from '../reference/request-in-code.rules.ts';
import type { Field } from '../reference/fields.rules.ts';
import type { ApiGroup, ApiOperation, ApiParameter } from '../reference/read-api.ts';
import { translated } from '@boreal/contract/api/translated.ts';
import { docFrame } from './docs.ts';

/** The REST reference, from the OpenAPI document. */
export async function reference(view: View): Promise<Page> {
  const { reference: words } = view.words;
  const api = await view.sources.api();
  const count = api.groups.reduce((sum, { operations }) => sum + operations.length, 0);
  const contents = api.groups.map((group) => ({
    id: anchorOf(group.name),
    title: groupTitle(view, group),
    within: group.operations.map((operation) => ({
      id: operation.id,
      title: html`${method(operation)} <span>${operation.path}</span>`,
    })),
  }));
  const body = html`<h1>${words.title}</h1>
    <p class="lead">${words.lead(view.formats.number(count))}</p>
    <dl class="base">
      <dt>${words.base}</dt>
      <dd><code>${view.siteUrl}/api</code></dd>
      <dt>${words.key}</dt>
      <dd><code>Authorization: Bearer gpu_…</code></dd>
    </dl>
    <p>${words.keyNote} <a href="/api/v1/openapi.json">${view.words.frame.openapi}</a></p>
    ${languageChoice(view)} ${api.groups.map((group) => groupOf(view, group))}`;
  return {
    title: words.title,
    description: words.description,
    section: 'docs',
    body: docFrame(view, { path: '/docs/api', contents, body }),
  };
}

/** The choice of language for request examples: the style sheet hides the others, without a script. */
function languageChoice({ words }: View): Html {
  return html`<fieldset class="languages">
    <legend>${words.reference.requestsIn}</legend>
    ${codeLanguages.map(
      (language, index) =>
        html`<label
          ><input type="radio" name="code" id="in-${language}" ${index === 0 ? html` checked` : ''} />
          <span>${codeLanguageNames[language]}</span></label
        >`,
    )}
  </fieldset>`;
}

function groupTitle({ words }: View, { name }: ApiGroup): string {
  const titles: Readonly<Record<string, string>> = words.reference.groups;
  return titles[name] ?? name;
}

function groupOf(view: View, group: ApiGroup): Html {
  const id = anchorOf(group.name);
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}"><a class="anchor" href="#${id}">${groupTitle(view, group)}</a></h2>
    <ul class="operations">
      ${group.operations.map(
        (operation) =>
          html`<li>
            <a href="#${operation.id}">${method(operation)} <code>${operation.path}</code></a> ${text(view, operation.summary)}
          </li>`,
      )}
    </ul>
    ${group.operations.map((operation) => operationOf(view, operation))}
  </section>`;
}

function operationOf(view: View, operation: ApiOperation): Html {
  const { reference: words } = view.words;
  const { id, body, answer } = operation;
  return html`<article class="operation" aria-labelledby="${id}">
    <h3 id="${id}">
      <a class="anchor" href="#${id}">${method(operation)} <code>${operation.path}</code></a>
    </h3>
    <p>${text(view, operation.summary)}</p>
    <ul class="chips">
      <li>${operation.needsKey ? words.needsKey : words.noKey}</li>
      ${operation.limit === null ? '' : html`<li>${words.limit(view.formats.number(operation.limit))}</li>`}
    </ul>
    ${codeLanguages.map((language) => html`<div data-code="${language}">${codeBlock(view, requestInCode[language](operation.request), `${words.request}, ${codeLanguageNames[language]}`)}</div>`)}
    ${
      operation.parameters.length === 0
        ? ''
        : html`<h4>${words.parameters}</h4>
            ${fieldTable(view, operation.parameters, `${words.parameters}, ${operation.path}`)}`
    }
    ${
      body === null || body.fields.length === 0
        ? ''
        : html`<h4>${body.required ? words.body : words.bodyOptional}</h4>
            ${fieldTable(view, body.fields, `${words.body}, ${operation.path}`)}`
    }
    <h4>${words.answer(answer.status)}</h4>
    ${
      answer.fields.length === 0
        ? html`<p>${words.emptyAnswer}</p>`
        : html`<details>
            <summary>${words.open}</summary>
            ${fieldTable(view, answer.fields, `${words.open}, ${operation.path}`)}
          </details>`
    }
    ${answer.example === undefined ? '' : codeBlock(view, JSON.stringify(answer.example, null, 2), words.answerExample)}
    <h4>${words.errors}</h4>
    <ul class="refusals">
      ${operation.refusals.map(({ status, codes }) => html`<li><strong>${status}</strong> ${codes.map((code) => refusal(view, code))}</li>`)}
    </ul>
  </article>`;
}

/** `accountAction` has the reasons for a 401; the table of codes has the answer's own. */
function refusal(view: View, code: string): Html {
  const known = code in view.words.errorMeanings;
  return known ? html`<a href="${view.to('/docs/errors')}#${anchorOf(code)}"><code>${code}</code></a> ` : html`<code>${code}</code> `;
}

function fieldTable(view: View, fields: readonly (Field | ApiParameter)[], caption: string): Html {
  const { reference: words } = view.words;
  const rows = fields.map((field) => [
    html`<code>${field.name}</code>${'in' in field ? html` <small>${words.in[field.in]}</small>` : ''}`,
    html`${field.type}${field.nullable ? ` ${words.nullable}` : ''}${field.required && !field.nullable ? html` <small class="required">${words.required}</small>` : ''}`,
    meaning(view, field),
  ]);
  return table([{ title: words.name }, { title: words.type }, { title: words.meaning }], rows, { caption, stacks: 'sentences' });
}

function meaning(view: View, field: Field): Html {
  const { reference: words } = view.words;
  const { minimum, maximum, maxLength, values, byDefault } = field;
  const rules = [
    values.length > 0 ? words.values(values.join(', ')) : null,
    minimum !== null && maximum !== null ? words.between(view.formats.number(minimum), view.formats.number(maximum)) : null,
    minimum !== null && maximum === null ? words.atLeast(view.formats.number(minimum)) : null,
    minimum === null && maximum !== null ? words.atMost(view.formats.number(maximum)) : null,
    maxLength === null ? null : words.maxLength(view.formats.number(maxLength)),
    byDefault === null ? null : words.byDefault(byDefault),
  ].filter((rule) => rule !== null);
  return html`${field.description === '' ? '' : html`${text(view, field.description)} `}${rules.join(' ')}`;
}

/** A sentence of the document, with its `code`, in the reader's language; an untranslated one is marked as English. */
function text({ locale }: View, english: string): Html {
  const { text: sentence, locale: of } = translated(english, locale);
  const parts = sentence.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
  return of === locale ? html`${parts}` : html`<span lang="${of}">${parts}</span>`;
}

function method({ method: name }: ApiOperation): Html {
  return html`<span class="method" data-method="${name}">${name}</span>`;
}
