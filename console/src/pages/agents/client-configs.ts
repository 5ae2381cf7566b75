import type { en } from '../../i18n/en/agents.ts';

/** Stands where the key belongs when it is not at hand any more. */
export const KEY_PLACE = 'YOUR_KEY';

/** A text to paste, and the sentence that says where. */
export interface ConfigStep {
  readonly about: (t: typeof en) => string;
  readonly text: string;
}

export interface ClientConfig {
  readonly id: string;
  /** What the program is called; null for any other. */
  readonly client: string | null;
  readonly steps: readonly ConfigStep[];
}

/** How common MCP clients are told of an endpoint and its key, each in its own way. */
export function clientConfigs({ url, key }: { url: string; key: string }): readonly ClientConfig[] {
  const bearer = `Bearer ${key}`;
  return [
    {
      id: 'claude-code',
      client: 'Claude Code',
      steps: [
        {
          about: (t) => t.clientRun,
          text: `claude mcp add --transport http boreal ${url} --header "Authorization: ${bearer}"`,
        },
      ],
    },
    {
      id: 'claude-desktop',
      client: 'Claude Desktop',
      steps: [
        {
          about: (t) => t.clientFile('claude_desktop_config.json'),
          // It starts programs only; this one carries what they say to an address. A space within an argument is lost on Windows.
          text: json({
            mcpServers: {
              boreal: {
                command: 'npx',
                args: ['-y', 'mcp-remote', url, ...insecure(url), '--header', 'Authorization:${BOREAL_AUTHORIZATION}'],
                env: { BOREAL_AUTHORIZATION: bearer },
              },
            },
          }),
        },
      ],
    },
    {
      id: 'cursor',
      client: 'Cursor',
      steps: [
        {
          about: (t) => t.clientFile('~/.cursor/mcp.json'),
          text: json({ mcpServers: { boreal: { url, headers: { Authorization: bearer } } } }),
        },
      ],
    },
    {
      id: 'vs-code',
      client: 'VS Code',
      steps: [
        {
          about: (t) => t.clientPrompt('.vscode/mcp.json'),
          // This file is mostly committed: the key does not stand in it.
          text: json({
            inputs: [{ type: 'promptString', id: 'boreal-key', description: 'Boreal MCP key', password: true }],
            servers: { boreal: { type: 'http', url, headers: { Authorization: 'Bearer ${input:boreal-key}' } } },
          }),
        },
      ],
    },
    {
      id: 'codex',
      client: 'Codex',
      steps: [
        {
          about: (t) => t.clientShell('~/.codex/config.toml'),
          text: `[mcp_servers.boreal]\nurl = "${url}"\nbearer_token_env_var = "BOREAL_MCP_KEY"`,
        },
        { about: (t) => t.clientVariable, text: `export BOREAL_MCP_KEY=${key}` },
      ],
    },
    { id: 'other', client: null, steps: [{ about: (t) => t.clientGeneric, text: `${url}\nAuthorization: ${bearer}` }] },
  ];
}

/** The carrier refuses plain http to other machines unless it is told. */
function insecure(url: string): string[] {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && hostname !== 'localhost' && hostname !== '127.0.0.1' ? ['--allow-http'] : [];
}

const json = (value: object) => JSON.stringify(value, null, 2);
