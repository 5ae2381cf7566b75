import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export function cli({ view, code, examples: { cli: x }, exitTable }: DocKit): Doc {
  const { cli: program } = view.downloads;
  return {
    title: 'Command line',
    description: 'Rent GPU servers from a terminal or a script: one file, for Linux and macOS.',
    lead: 'Everything the REST API does, from a terminal or a script. It is one file and needs Node 20 or newer.',
    sections: [
      {
        id: 'install',
        title: 'Install it',
        body: html`${code(x.url)} ${code(x.install)}
          <p>
            Put <code>~/.local/bin</code> on your <code>PATH</code> if it is not there yet. On macOS, write <code>shasum -a 256</code> for
            <code>sha256sum</code>.
          </p>
          ${program === null ? '' : html`<p>This site has version ${program.version}. Its SHA-256 is <code>${program.sha256}</code>.</p>`}`,
      },
      {
        id: 'key',
        title: 'Give it your key',
        body: html`<p>
            It reads the key from its environment, never from a command, where everyone on the machine could see it, and prints it nowhere.
            This asks for the key without showing it:
          </p>
          ${code(x.key)} ${code(x.looks)}`,
      },
      {
        id: 'server',
        title: 'Your first server',
        body: html`${code(x.sshKey)}
          <p>
            Before it deploys, it shows the price of an hour and what is taken from your credit, and asks. With <code>--wait</code> it says
            what the server is doing until it runs. If the connection breaks, it sends the same request again under the same name: you never
            buy twice.
          </p>
          ${code(x.deploy)}
          <p>A server or an SSH key is typed by its name or its id. Where two have the same name, nothing is done until you type the id.</p>
          <p>This logs in with your own ssh. It remembers the server’s host key by its id, because its address may change:</p>
          ${code(x.login)}
          <p>Before it stops, hibernates or deletes a server, it says what is lost and what is refunded, and asks:</p>
          ${code(x.end)}`,
      },
      {
        id: 'scripts',
        title: 'In scripts',
        body: html`<p>
            <code>--json</code> prints the answer’s <code>data</code> as in the <a href="${view.to('/docs/api')}">REST reference</a>, and a
            refusal as JSON on standard error. Lists are complete, however long. Where nobody can be asked, it spends and destroys nothing
            without <code>--yes</code>; <code>--max-price</code> is the most that an hour may cost.
          </p>
          ${code(x.script)} ${exitTable()}`,
      },
      {
        id: 'help',
        title: 'All commands',
        body: html`<p>
            Each command shows its flags, the permission that it needs, and what it may be refused with. The
            <a href="${view.to('/docs/api')}">REST reference</a> has the command for every request.
          </p>
          ${code(x.help)}
          <p>This lets the Tab key complete commands from your next bash session; for zsh, write to <code>~/.zshrc</code>:</p>
          ${code(x.completion)}`,
      },
    ],
  };
}
