// A terminal in the browser: shows what a server writes and sends what is typed.
import { Terminal } from 'XTERM';

const texts = {
  en: {
    title: 'Terminal',
    connecting: 'Connecting…',
    shell: 'Connected. What you type goes to the server.',
    line: 'Connected to the serial line. Press Enter, and sign in with a password that you have set on the server: images come without one.',
    noLink: 'Open this page by a link: from the page of your server, or from your agent.',
    1000: 'The session has ended. For another one, ask for a new link.',
    1001: 'The session has ended. For another one, ask for a new link.',
    4403: 'You no longer have access to this server, or it was stopped.',
    4404: 'This link has expired or was already used. Ask for a new one.',
    4409: 'The server is not running. Start it, then ask for a new link.',
    4410: 'The serial line was opened elsewhere and is now in use there. To take it back, ask for a new link.',
    4429: 'Too many terminals are open. Close some, then try this link again.',
    4500: 'The terminal could not be opened. Ask for a new link in a minute.',
    broken: 'The connection was lost. To go on, ask for a new link.',
    keys: 'Keys',
  },
  fr: {
    title: 'Terminal',
    connecting: 'Connexion…',
    shell: 'Connecté. Ce que vous tapez est envoyé au serveur.',
    line: 'Connecté à la ligne série. Appuyez sur Entrée et connectez-vous avec un mot de passe défini sur le serveur : les images n’en ont pas.',
    noLink: 'Ouvrez cette page par un lien : depuis la page de votre serveur, ou de votre agent.',
    1000: 'La session est terminée. Pour en ouvrir une autre, demandez un nouveau lien.',
    1001: 'La session est terminée. Pour en ouvrir une autre, demandez un nouveau lien.',
    4403: 'Vous n’avez plus accès à ce serveur, ou il a été arrêté.',
    4404: 'Ce lien a expiré ou a déjà servi. Demandez-en un nouveau.',
    4409: 'Le serveur ne fonctionne pas. Démarrez-le, puis demandez un nouveau lien.',
    4410: 'La ligne série a été ouverte ailleurs et y est maintenant utilisée. Pour la reprendre, demandez un nouveau lien.',
    4429: 'Trop de terminaux sont ouverts. Fermez-en, puis réessayez ce lien.',
    4500: 'Le terminal n’a pas pu être ouvert. Demandez un nouveau lien dans une minute.',
    broken: 'La connexion a été perdue. Pour continuer, demandez un nouveau lien.',
    keys: 'Touches',
  },
};
// As the console: what was chosen in this browser, else what it speaks.
const language = localStorage.getItem('boreal.language') ?? (navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en');
const text = texts[language] ?? texts.en;
document.documentElement.lang = text === texts.fr ? 'fr' : 'en';

/** Smaller than what the server takes as one message. */
const PIECE_BYTES = 8192;
/** How much is typed ahead of what the guest has taken; the rest of a long paste waits here. */
const AHEAD_BYTES = 32 * 1024;
/** How much is shown before the server hears of it: it sends eight times as much ahead. */
const REPORT_BYTES = 64 * 1024;
/** Room that the terminal's own scroll bar takes. */
const SCROLLBAR_PX = 14;

const token = location.hash.slice(1);
history.replaceState(null, '', location.pathname);
const place = document.querySelector('main');
const state = document.querySelector('[role=status]');
const say = (sentence, isOver = false) => {
  state.textContent = sentence;
  state.classList.toggle('over', isOver);
};

// Styles that the terminal makes are its own only with the nonce of this page.
const { nonce } = document.querySelector('script[nonce]');
const create = document.createElement.bind(document);
document.createElement = (name, options) => {
  const element = create(name, options);
  if (name === 'style') element.nonce = nonce;
  return element;
};

const isDark = matchMedia('(prefers-color-scheme: dark)');
const theme = () =>
  isDark.matches
    ? { background: '#10201b', foreground: '#e8f1ec', cursor: '#7ddbb0', cursorAccent: '#10201b', selectionBackground: '#2f5a49' }
    : { background: '#ffffff', foreground: '#12211c', cursor: '#14604a', cursorAccent: '#ffffff', selectionBackground: '#bfe0d2' };

Terminal.strings.promptLabel = text.title;
const terminal = new Terminal({
  theme: theme(),
  fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--mono'),
  fontSize: 14,
  // Without it some fonts lose their underscores.
  lineHeight: 1.2,
  cursorBlink: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  scrollback: 5000,
  // Any colour that a guest chooses can be read, on light and on dark.
  minimumContrastRatio: 4.5,
  screenReaderMode: true,
  // A guest may write links, but nothing is opened for it.
  linkHandler: { activate() {} },
});

if (!token) say(text.noLink, true);
else {
  say(text.connecting);
  terminal.open(place);
  isDark.addEventListener('change', () => {
    terminal.options.theme = theme();
  });
  connect();
}

function connect() {
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/serial-console/socket`);
  socket.binaryType = 'arraybuffer';
  const isOpen = () => socket.readyState === WebSocket.OPEN;
  const tell = (message) => isOpen() && socket.send(JSON.stringify(message));
  let received = false;
  let shown = 0;
  let reported = 0;

  socket.addEventListener('open', () => tell({ token }));
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') {
      hear(JSON.parse(data));
      return;
    }
    terminal.write(new Uint8Array(data), () => {
      shown += data.byteLength;
      if (shown - reported < REPORT_BYTES) return;
      reported = shown;
      tell({ shown });
    });
  });
  socket.addEventListener('close', ({ code }) => {
    say(text[code] ?? text.broken, true);
    document.querySelector('footer').hidden = true;
    terminal.options.disableStdin = true;
    terminal.options.cursorBlink = false;
  });

  const unsent = [];
  let sent = 0;
  let taken = 0;
  const flush = () => {
    while (isOpen() && unsent.length > 0 && sent - taken < AHEAD_BYTES) {
      const piece = unsent.shift();
      sent += piece.length;
      socket.send(piece);
    }
  };
  const send = (bytes) => {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) unsent.push(bytes.subarray(at, at + PIECE_BYTES));
    flush();
  };
  const hear = (told) => {
    if (told.kind) {
      received = true;
      say(text[told.kind]);
      fit();
      terminal.focus();
    } else if (told.taken) {
      taken = told.taken;
      flush();
    }
  };
  const held = keyRow((typed) => terminal.input(typed));
  const encoder = new TextEncoder();
  terminal.onData((typed) => send(encoder.encode(held(typed))));
  terminal.onBinary((typed) => send(Uint8Array.from(typed, (sign) => sign.charCodeAt(0))));
  terminal.attachCustomKeyEventHandler(isForTerminal);
  terminal.onResize(({ cols, rows }) => tell({ columns: cols, rows }));

  function fit() {
    const screen = place.querySelector('.xterm-screen');
    if (!received || !screen || screen.clientWidth === 0) return;
    const { paddingLeft, paddingTop, paddingBottom } = getComputedStyle(place);
    const width = place.clientWidth - Number.parseFloat(paddingLeft) - SCROLLBAR_PX;
    const height = place.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
    const columns = Math.max(20, Math.floor(width / (screen.clientWidth / terminal.cols)));
    const rows = Math.max(4, Math.floor(height / (screen.clientHeight / terminal.rows)));
    if (columns !== terminal.cols || rows !== terminal.rows) terminal.resize(columns, rows);
    else tell({ columns, rows });
  }
  new ResizeObserver(fit).observe(place);
}

/** As in other pages: Ctrl+V pastes, and Ctrl+C copies what is selected. */
function isForTerminal({ ctrlKey, shiftKey, altKey, key }) {
  if (!ctrlKey || altKey || shiftKey) return true;
  return !(key === 'v' || (key === 'c' && terminal.hasSelection()));
}

/** The keys that a phone lacks. Returns what a typed text becomes while Ctrl is held. */
function keyRow(type) {
  const row = document.querySelector('footer');
  row.setAttribute('role', 'toolbar');
  row.setAttribute('aria-label', text.keys);
  let isHeld = false;
  const button = (name, onClick) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = name;
    // The keyboard of a phone stays: the terminal keeps its focus.
    made.addEventListener('mousedown', (event) => event.preventDefault());
    made.addEventListener('click', onClick);
    row.append(made);
    return made;
  };
  button('Esc', () => type('\u001b'));
  button('Tab', () => type('\t'));
  const control = button('Ctrl', () => hold(!isHeld));
  const hold = (next) => {
    isHeld = next;
    control.setAttribute('aria-pressed', String(next));
  };
  hold(false);
  const arrows = { '←': 'D', '↑': 'A', '↓': 'B', '→': 'C' };
  for (const [name, letter] of Object.entries(arrows)) {
    button(name, () => type(`\u001b${terminal.modes.applicationCursorKeysMode ? 'O' : '['}${letter}`));
  }
  return (typed) => {
    if (!isHeld || !/^[a-z@[\\\]^_]$/i.test(typed)) return typed;
    hold(false);
    return String.fromCharCode(typed.toUpperCase().charCodeAt(0) & 31);
  };
}
