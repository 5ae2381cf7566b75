import type { FramedLetter } from './letter.ts';

/** The style of each part. Mail programs support little CSS: it is inline in each element, except the dark colours. */
const styles = {
  page: 'margin:0;padding:24px 12px;background:#f2f4f6;color:#1b2430;font:16px/1.5 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,Helvetica,Arial,sans-serif',
  sheet: 'width:100%;max-width:560px;margin:0 auto;border-collapse:collapse',
  brand: 'padding:0 8px 12px;font-size:15px;font-weight:700;letter-spacing:.08em;color:#0b5d57',
  card: 'padding:28px;background:#ffffff;border:1px solid #dde2e8;border-radius:10px',
  heading: 'margin:0 0 16px;font-size:21px;line-height:1.3;font-weight:650;overflow-wrap:anywhere',
  paragraph: 'margin:0 0 14px;overflow-wrap:anywhere',
  quote: 'margin:0 0 18px;padding:10px 14px;border-left:3px solid #9fb3b0;background:#f4f7f7;white-space:pre-wrap;overflow-wrap:anywhere',
  list: 'margin:0 0 18px;padding:0 0 0 22px;overflow-wrap:anywhere',
  facts: 'width:100%;margin:4px 0 18px;border-collapse:collapse;font-size:15px',
  name: 'padding:6px 12px 6px 0;border-top:1px solid #e6eaee;color:#5a6675;text-align:left;font-weight:400;vertical-align:top',
  value: 'padding:6px 0;border-top:1px solid #e6eaee;text-align:right;overflow-wrap:anywhere',
  button:
    'display:inline-block;margin:6px 0 18px;padding:11px 20px;border-radius:7px;background:#0b6b64;color:#ffffff;font-weight:600;text-decoration:none',
  address: 'margin:0;font-size:13px;color:#5a6675;overflow-wrap:anywhere',
  foot: 'padding:14px 8px 0;font-size:13px;color:#5a6675;overflow-wrap:anywhere',
} as const;

const DARK = `
@media (prefers-color-scheme: dark) {
  .page { background: #10151b !important; color: #e7ebf0 !important; }
  .card { background: #1a212a !important; border-color: #2c3641 !important; }
  .brand { color: #5fd0c5 !important; }
  .quote { background: #222b35 !important; border-color: #4a6663 !important; }
  .line { border-color: #2c3641 !important; }
  .soft, .soft a { color: #a3afbd !important; }
  .button { background: #2fa79c !important; color: #06211f !important; }
}`;

const orOpen = { en: 'Or open this address:', fr: 'Ou ouvrez cette adresse :' } as const;

/** A letter as an HTML page for mail programs, in light or dark. It loads no external resources. */
export function renderHtml(letter: FramedLetter): string {
  const { language, subject, paragraphs, quote, list = [], facts = [], action, stop, reason, siteUrl } = letter;
  const parts = [
    `<h1 style="${css('heading')}">${text(subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="${css('paragraph')}">${text(paragraph)}</p>`),
    ...(quote === undefined ? [] : [`<blockquote class="quote" style="${css('quote')}">${text(quote)}</blockquote>`]),
    ...(list.length === 0 ? [] : [`<ul style="${css('list')}">${list.map((one) => `<li>${text(one)}</li>`).join('')}</ul>`]),
    ...(facts.length === 0 ? [] : [`<table role="presentation" style="${css('facts')}">${facts.map(fact).join('')}</table>`]),
    ...(action === undefined ? [] : [button(action, orOpen[language])]),
  ];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${text(subject)}</title>
<style>${DARK}
</style>
</head>
<body class="page" style="${css('page')}">
<table role="presentation" style="${css('sheet')}" align="center">
<tr><td class="brand" style="${css('brand')}">BOREAL</td></tr>
<tr><td class="card" style="${css('card')}">
${parts.join('\n')}
</td></tr>
<tr><td class="soft" style="${css('foot')}">${text(reason)}<br>${stop === undefined ? '' : `${link(stop.url, stop.label)}<br>`}<a href="${text(siteUrl)}" style="color:inherit">${text(siteUrl)}</a></td></tr>
</table>
</body>
</html>
`;
}

function fact([name, value]: readonly [string, string]): string {
  return `<tr><th class="line soft" scope="row" style="${css('name')}">${text(name)}</th><td class="line" style="${css('value')}">${text(value)}</td></tr>`;
}

/** The button, and its URL for programs that show no button. */
function button({ label, url }: { label: string; url: string }, or: string): string {
  const address = `<a href="${text(url)}" style="color:inherit">${text(url)}</a>`;
  return `<a class="button" href="${text(url)}" style="${css('button')}">${text(label)}</a>\n<p class="soft" style="${css('address')}">${or}<br>${address}</p>`;
}

function link(url: string, label: string): string {
  return `<a href="${text(url)}" style="color:inherit">${text(label)}</a>`;
}

/** A style as an HTML attribute. */
function css(part: keyof typeof styles): string {
  return styles[part].replaceAll('"', "'");
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Plain text as HTML. */
function text(plain: string): string {
  return plain.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}
