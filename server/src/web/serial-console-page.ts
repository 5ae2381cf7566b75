import { hash } from 'node:crypto';

const STYLE = `
:root { color-scheme: light dark; font: 14px/1.4 ui-monospace, monospace; }
body { margin: 0; display: flex; flex-direction: column; min-height: 100vh; background: Canvas; color: CanvasText; }
header { padding: .6rem 1rem; border-bottom: 1px solid GrayText; }
pre { flex: 1; margin: 0; padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; outline-offset: -2px; }
`;

const SCRIPT = `
'use strict';
const token = location.hash.slice(1);
history.replaceState(null, '', location.pathname);
const screen = document.querySelector('pre');
const state = document.querySelector('[role=status]');
const french = navigator.language.toLowerCase().startsWith('fr');
const say = (en, fr) => { state.textContent = french ? fr : en; };
document.documentElement.lang = french ? 'fr' : 'en';
const steering = /\u001b(?:\\[[0-9;?]*[A-Za-z]|\\][^\u0007]*\u0007|.)/g;
const show = (text) => {
  for (const part of text.replace(steering, '').replaceAll('\\r\\n', '\\n').split(/([\\b\u007f])/)) {
    if (part === '\\b' || part === '\u007f') screen.textContent = screen.textContent.slice(0, -1);
    else screen.append(part.replaceAll('\\r', ''));
  }
  if (screen.textContent.length > 200000) screen.textContent = screen.textContent.slice(-100000);
  scrollTo(0, document.body.scrollHeight);
};
const keys = { Enter: '\\r', Backspace: '\u007f', Tab: '\\t', Escape: '\u001b', ArrowUp: '\u001b[A', ArrowDown: '\u001b[B', ArrowRight: '\u001b[C', ArrowLeft: '\u001b[D' };
if (!token) say('Open this page by a link from your agent or the console.', 'Ouvrez cette page par un lien de votre agent ou de la console.');
else {
  const socket = new WebSocket(location.origin.replace(/^http/, 'ws') + '/serial-console/socket');
  const decoder = new TextDecoder();
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => socket.send(JSON.stringify({ token }));
  socket.onmessage = ({ data }) => {
    say('Connected. What you type goes to the server.', 'Connecté. Ce que vous tapez est envoyé au serveur.');
    show(decoder.decode(data, { stream: true }));
  };
  socket.onclose = ({ code }) =>
    code === 4404
      ? say('This link is over or its server does not run. Ask for a new one.', "Ce lien n'est plus valable ou le serveur ne fonctionne pas. Demandez-en un nouveau.")
      : say('The console is closed. Ask for a new link to open it again.', 'La console est fermée. Demandez un nouveau lien pour la rouvrir.');
  const send = (text) => { if (socket.readyState === 1) socket.send(new TextEncoder().encode(text)); };
  screen.addEventListener('keydown', (event) => {
    if (event.metaKey || event.altKey || (event.ctrlKey && event.key === 'v')) return;
    const control = event.ctrlKey && /^[a-z]$/.test(event.key) ? String.fromCharCode(event.key.charCodeAt(0) - 96) : null;
    const text = control ?? keys[event.key] ?? (event.key.length === 1 ? event.key : null);
    if (text === null) return;
    event.preventDefault();
    send(text);
  });
  screen.addEventListener('paste', (event) => { event.preventDefault(); send(event.clipboardData.getData('text').replaceAll('\\n', '\\r')); });
  screen.focus();
}
`;

const sha = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

/** The page behind a console link, and what it may load: only itself. */
export const serialConsolePage = {
  body: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Serial console · Boreal</title><style>${STYLE}</style></head>
<body><header><strong>Boreal</strong> <span role="status">…</span></header><pre tabindex="0" role="log" aria-label="Serial console"></pre><script>${SCRIPT}</script></body>
</html>
`,
  securityPolicy: [
    `default-src 'none'`,
    `script-src ${sha(SCRIPT)}`,
    `style-src ${sha(STYLE)}`,
    `connect-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; '),
} as const;
