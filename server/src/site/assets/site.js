// What pages do beyond being read. Without this script everything is there, only not live.
'use strict';

const language = document.documentElement.lang === 'fr' ? 'fr-CA' : 'en-CA';
const POLL_MS = 60_000;

/** Moments in the reader's own time zone. */
const localMoment = new Intl.DateTimeFormat(language, {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});
/** French has no nought before an hour, and a time is not broken over two lines: as the server writes it. */
const momentOf = (iso) => localMoment.format(new Date(iso)).replace(/\b0?(\d+)\sh\s(\d\d)/, '$1\u00a0h\u00a0$2');
function localize(root) {
  for (const time of root.querySelectorAll('time[datetime]')) time.textContent = momentOf(time.dateTime);
}

/** Copies what stands in a code block. */
function enableCopy(root) {
  if (!navigator.clipboard) return;
  for (const button of root.querySelectorAll('button.copy')) {
    const label = button.textContent.trim();
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.parentElement.querySelector('code').textContent);
      button.textContent = button.dataset.copied;
      setTimeout(() => {
        button.textContent = label;
      }, 2000);
    });
  }
}

/** Shows what is in stock now: from the same answer as everybody gets. */
function showStock({ updatedAt, models }) {
  const available = new Set(models.flatMap(({ sizes }) => sizes.filter((size) => size.available).map(({ id }) => id)));
  for (const badge of document.querySelectorAll('[data-plans]')) {
    const state = badge.dataset.plans.split(' ').some((id) => available.has(id)) ? 'in_stock' : 'sold_out';
    if (badge.dataset.state === state) continue;
    badge.dataset.state = state;
    badge.textContent = state === 'in_stock' ? badge.dataset.inStock : badge.dataset.soldOut;
    if (badge.matches('.stock')) announce(badge);
  }
  for (const place of document.querySelectorAll('[data-updated] time')) {
    place.dateTime = updatedAt;
    place.textContent = momentOf(updatedAt);
  }
}

/** Tells those who do not see it what has changed. */
function announce(badge) {
  const place = document.querySelector('[data-changes]');
  const name = badge.closest('tr')?.querySelector('th')?.textContent.trim() ?? document.querySelector('h1').textContent;
  if (place) place.textContent = `${name}: ${badge.textContent}`;
}

async function pollStock() {
  const answer = await fetch('/api/v1/availability');
  if (answer.ok) showStock((await answer.json()).data);
}

/** A part of one of our pages, as it is now; null when it cannot be had. */
async function fetchPart(address, selector, cache) {
  const answer = await fetch(address, { cache, headers: { accept: 'text/html' } });
  return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector(selector) : null;
}

/** Makes a part of the page anew from the page itself. */
async function refreshPart(part) {
  const fresh = await fetchPart(location.pathname, '[data-refresh]', 'no-cache');
  if (fresh === null) return;
  localize(fresh);
  part.replaceChildren(...fresh.childNodes);
}

/** Answers a form while it is filled in. Its button stays for when that fails. */
function enableLive(form) {
  const result = document.querySelector('[data-result]');
  let timer;
  const addressOf = () => `${form.getAttribute('action')}?${new URLSearchParams(new FormData(form))}`;
  const ask = async () => {
    const address = addressOf();
    const fresh = await fetchPart(address, '[data-result]', 'default');
    // An answer that was overtaken by another question is not shown.
    if (fresh === null || address !== addressOf()) return;
    history.replaceState(null, '', address);
    result.replaceChildren(...fresh.childNodes);
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    if (form.checkValidity()) timer = setTimeout(() => ask().catch(() => undefined), 300);
  });
}

/** Calls `work` every so often while somebody can see the page, and at once when they come back to it. */
function whileVisible(ms, work) {
  let last = performance.now();
  const tick = () => {
    if (document.hidden || performance.now() - last < ms) return;
    last = performance.now();
    // The next time may be better; until then what is shown stands, with its time.
    work().catch(() => undefined);
  };
  setInterval(tick, Math.min(ms, 5000));
  document.addEventListener('visibilitychange', tick);
}

localize(document);
enableCopy(document);
for (const form of document.querySelectorAll('form[data-live]')) enableLive(form);
if (document.querySelector('[data-plans]')) whileVisible(POLL_MS, pollStock);
for (const part of document.querySelectorAll('[data-refresh]')) whileVisible(Number(part.dataset.refresh) * 1000, () => refreshPart(part));
