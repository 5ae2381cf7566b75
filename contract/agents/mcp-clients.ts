/**
 * What to do with the text: type it into a terminal, merge it into a file that holds the key, or merge it into a file whose program asks
 * for the key.
 */
export type McpClientStep = 'command' | 'file' | 'asking file';

/** How to connect an MCP client to the agent endpoint: a text to paste. */
export interface McpClientSetup {
  readonly id: string;
  /** The program's name. */
  readonly name: string;
  readonly step: McpClientStep;
  /** The file that the text goes into; null for a command. */
  readonly file: string | null;
  readonly text: string;
}

/**
 * The common MCP clients, each with its own configuration format. `key` may be a placeholder; if a file's program asks for the key, the
 * file does not contain it.
 */
export function mcpClientSetups({ siteUrl, key }: { siteUrl: string; key: string }): readonly McpClientSetup[] {
  const url = mcpEndpoint(siteUrl);
  const headers = { Authorization: `Bearer ${key}` };
  const file = (id: string, name: string, path: string, content: object | string): McpClientSetup => {
    const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
    return { id, name, step: 'file', file: path, text };
  };
  return [
    {
      // Without the scope it would apply only to the current folder.
      id: 'claude-code',
      name: 'Claude Code',
      step: 'command',
      file: null,
      text: `claude mcp add --scope user --transport http boreal ${url} --header "Authorization: ${headers.Authorization}"`,
    },
    // This client only starts programs; mcp-remote connects it to a URL. On Windows a space within an argument is lost.
    file('claude-desktop', 'Claude Desktop', 'claude_desktop_config.json', {
      mcpServers: {
        boreal: {
          command: 'npx',
          args: ['-y', 'mcp-remote', url, ...insecure(url), '--header', 'Authorization:${BOREAL_AUTHORIZATION}'],
          env: { BOREAL_AUTHORIZATION: headers.Authorization },
        },
      },
    }),
    file('cursor', 'Cursor', '~/.cursor/mcp.json', { mcpServers: { boreal: { url, headers } } }),
    {
      // This file is usually committed: it must not contain the key.
      ...file('vs-code', 'VS Code', '.vscode/mcp.json', {
        inputs: [{ type: 'promptString', id: 'boreal-key', description: 'Boreal MCP key', password: true }],
        servers: { boreal: { type: 'http', url, headers: { Authorization: 'Bearer ${input:boreal-key}' } } },
      }),
      step: 'asking file',
    },
    // TOML's basic strings use the same syntax as JSON's.
    file(
      'codex',
      'Codex',
      '~/.codex/config.toml',
      `[mcp_servers.boreal]\nurl = ${JSON.stringify(url)}\nhttp_headers = { Authorization = ${JSON.stringify(headers.Authorization)} }`,
    ),
    file('gemini-cli', 'Gemini CLI', '~/.gemini/settings.json', { mcpServers: { boreal: { httpUrl: url, headers } } }),
    file('copilot-cli', 'Copilot CLI', '~/.copilot/mcp-config.json', {
      mcpServers: { boreal: { type: 'http', url, headers, tools: ['*'] } },
    }),
    file('opencode', 'OpenCode', '~/.config/opencode/opencode.json', { mcp: { boreal: { type: 'remote', url, headers } } }),
    file('windsurf', 'Windsurf', '~/.codeium/windsurf/mcp_config.json', { mcpServers: { boreal: { serverUrl: url, headers } } }),
    file('zed', 'Zed', '~/.config/zed/settings.json', { context_servers: { boreal: { url, headers } } }),
  ];
}

/** The URL that agents call. */
export function mcpEndpoint(siteUrl: string): string {
  return `${siteUrl}/api/mcp`;
}

/** mcp-remote refuses plain http to other machines unless it has this option. */
function insecure(url: string): string[] {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && hostname !== 'localhost' && hostname !== '127.0.0.1' ? ['--allow-http'] : [];
}
