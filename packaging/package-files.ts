import { dirname, join, relative } from 'node:path/posix';

/** Files of Debian's package that are made from what the repository says already. */

/** In the package, the operator's command has a name, and a service starts Boreal. */
export function packagedWords(text: string): string {
  return text
    .replaceAll(/npm run (?:--silent )?operator --/g, 'boreal')
    .replaceAll('runbook: docs/', 'runbook: /usr/share/doc/boreal/')
    .replaceAll('start it with npm start', 'start it with: systemctl start boreal');
}

/** Whether a file of the repository is for who reads and operates a Boreal, and so in /usr/share/doc/boreal. */
export function isDocument(file: string): boolean {
  return /^(?:docs\/(?!screenshots\/|adr\/)|README\.md$|CHANGELOG\.md$)/.test(file);
}

/** Where that folder has it: the guides beside the README. */
export function documentAt(file: string): string {
  return file.replace(/^docs\//, '');
}

/** The links of a document as they lead there. Of what the package does not have, the words alone. */
export function packagedLinks(text: string, { file, documents }: { file: string; documents: readonly string[] }): string {
  const isThere = (path: string) => documents.some((one) => one === path || one.startsWith(`${path}/`));
  return text.replaceAll(/\[([^\]]*)\]\(([^)\s]+)\)/g, (link: string, words: string, target: string) => {
    if (/^(?:[a-z]+:|#)/.test(target)) return link;
    const [path = '', heading] = target.split('#');
    const to = join(dirname(file), path);
    if (!isThere(to)) return words;
    const from = dirname(documentAt(file));
    return `[${words}](${relative(from, documentAt(to))}${heading === undefined ? '' : `#${heading}`})`;
  });
}

/** Debian's own form of a list of changes; ours says them. */
export function debianChangelog({ version, at }: { version: string; at: Date }): string {
  const date = at.toUTCString().replace('GMT', '+0000');
  return `boreal (${version}) stable; urgency=medium\n\n  * See CHANGELOG.md in this folder.\n\n -- Boreal <boreal@boreal.example>  ${date}\n`;
}

interface Setting {
  readonly name: string;
  readonly byDefault: string;
  readonly meaning: string;
}

/** Every setting that the README's tables have, commented out, with what it means. */
export function environmentFile(readme: string): string {
  const rows = [...readme.matchAll(/^\| `([A-Z][A-Z0-9_]+)` *\| (.*?) *\| (.*?) *\|$/gm)];
  const settings = rows.map(([, name = '', byDefault = '', meaning = '']): Setting => ({ name, byDefault, meaning: plain(meaning) }));
  return [HEAD, ...settings.filter(({ name }) => !OURS.has(name)).map(setting)].join('\n');
}

const HEAD = `# Boreal's settings. It reads them when it starts: systemctl restart boreal.
# Only root and Boreal read this file, because it holds secrets. Take away the # before what you set.
#
# Production needs: BOREAL_MODE, SITE_URL, DATABASE_URL (or BOREAL_BACKUP_DIR or BOREAL_BACKUP_BUCKET),
# BOREAL_ENGINE, BOREAL_PAYMENTS, BOREAL_SECRET, SMTP_URL, MAIL_FROM.
# Without any, a demo runs. The guides are in /usr/share/doc/boreal.
`;

/** The unit says where Boreal keeps its data, and the container image where its heartbeat is; all processes read this file. */
const OURS = new Set(['BOREAL_DATA_DIR', 'BOREAL_HEARTBEAT']);

const WIDTH = 110;

function setting({ name, byDefault, meaning }: Setting): string {
  const value = /^`([^`]*)`$/.exec(byDefault)?.[1];
  const elsewhere = value === undefined && byDefault !== '–' ? ` By default: ${plain(byDefault)}.` : '';
  return [...lines(`${meaning}${elsewhere}`), `#${name}=${quoted(value ?? '')}`, ''].join('\n');
}

/** Both systemd and Node read a value in quotes as it is. */
function quoted(value: string): string {
  return /[\s"'#$;]/.test(value) ? `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"` : value;
}

function lines(text: string): string[] {
  const all: string[] = [];
  let line = '#';
  for (const word of text.split(' ')) {
    if (line.length + word.length + 1 > WIDTH) {
      all.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return [...all, line];
}

/** Markdown as one reads it. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .replaceAll(String.raw`\|`, '|');
}

/** Units of which several run on one machine: `boreal-api@8081` answers on port 8081, `boreal-worker@1` works. */
export function instanceUnits(unit: string): Readonly<Record<string, string>> {
  // Set by the command itself: what boreal.env says, which all of them read, comes before a unit's Environment=.
  const instance = (what: string, environment: string) =>
    unit
      .replace('Description=Boreal, a GPU cloud', `Description=Boreal, ${what}\nConflicts=boreal.service`)
      .replace('ExecStart=', `ExecStart=/usr/bin/env ${environment} `);
  return {
    'boreal-api@.service': instance('API on port %i', 'BOREAL_ROLE=api BOREAL_PORT=%i'),
    'boreal-worker@.service': instance('worker %i', 'BOREAL_ROLE=worker'),
  };
}

/** What bash offers after `boreal` and the tabulator key: nouns, then their verbs; of a noun without verbs its flags, again and again. */
export function completions(tree: ReadonlyMap<string, readonly string[]>): string {
  const isFlag = (word: string) => word.startsWith('-');
  const cases = (those: readonly (readonly [string, readonly string[]])[]) =>
    those.map(([noun, of]) => `      ${noun}) words='${of.join(' ')}' ;;`);
  const all = [...tree];
  return `_boreal() {
  local words
  COMPREPLY=()
  case $COMP_CWORD in
    1) words='${[...tree.keys()].join(' ')}' ;;
    2) case \${COMP_WORDS[1]} in
${cases(all).join('\n')}
    esac ;;
    *) case \${COMP_WORDS[1]} in
${cases(all.filter(([, of]) => of.some(isFlag))).join('\n')}
      *) return ;;
    esac ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _boreal boreal
`;
}
