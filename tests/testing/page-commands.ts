import { isWholeCommand, withoutRemark } from './guide-commands.ts';

/** With these begin the commands of the operators' pages. */
const PROGRAMS: ReadonlySet<string> = new Set(
  `npm boreal systemctl journalctl curl psql su df findmnt promtool top uptime free iostat vmstat nvidia-smi dmesg ls rm cp cat chown chmod
  openssl incus openstack aws rclone pg_ctlcluster apt-get adduser certbot select date`.split(/\s+/),
);

/** What a page has typed, in its order: in blocks of shell, and in sentences, where a command begins with the name of a program. */
export function pageCommands(markdown: string): readonly string[] {
  const parts = markdown.matchAll(/^( *)(?:\d+\. )?```(\w*)\n(.*?)^ *```$|`([^`]+)`/gms);
  return [...parts].flatMap(([, , language, block, span]) => {
    if (block !== undefined) return language === 'sh' ? blockCommands(block) : [];
    const words = (span ?? '').replaceAll(/\s+/g, ' ');
    const [, program = ''] = /^(?:[A-Z_]+=\S+ )?(\S+)/.exec(words) ?? [];
    return PROGRAMS.has(program) && !BARE.has(words) ? [words] : [];
  });
}

/** A word that is a program, and stands in a sentence for itself. */
const BARE: ReadonlySet<string> = new Set(['boreal', 'openstack', 'incus', 'openssl', 'systemctl start', 'systemctl restart']);

/** The lines of a block as commands: continued ones, here documents and quotations are one. Settings and remarks are none. */
function blockCommands(block: string): string[] {
  const indent = /^ */.exec(block)?.[0].length ?? 0;
  const commands: string[] = [];
  let pending = '';
  for (const line of block.split('\n').map((one) => one.slice(indent))) {
    if (pending === '' && (line === '' || /^(?:#|[A-Z_0-9]+=(?:\S*|"[^"]*")$)/.test(line))) continue;
    pending = pending === '' ? line : `${pending}\n${line}`;
    if (!isWholeCommand(pending) || isWithinQuotes(pending)) continue;
    commands.push(withoutRemark(pending));
    pending = '';
  }
  return commands;
}

function isWithinQuotes(text: string): boolean {
  return !text.includes('<<') && withoutRemark(text).split("'").length % 2 === 0;
}
