/** How a common MCP client is told of the agent endpoint: something to paste, with the key in it. */
export interface McpClientSetup {
  readonly id: string;
  readonly name: string;
  /** The file that the text goes into; null: it is typed into a terminal. */
  readonly file: string | null;
  readonly text: string;
}

/** `key` may be a placeholder. */
export function mcpClientSetups({ siteUrl, key }: { siteUrl: string; key: string }): readonly McpClientSetup[] {
  const url = `${siteUrl}/api/mcp`;
  const headers = { Authorization: `Bearer ${key}` };
  return [
    {
      id: 'claude-code',
      name: 'Claude Code',
      file: null,
      text: `claude mcp add --transport http boreal ${url} --header "Authorization: Bearer ${key}"`,
    },
    { id: 'cursor', name: 'Cursor', file: '~/.cursor/mcp.json', text: json({ mcpServers: { boreal: { url, headers } } }) },
    { id: 'vs-code', name: 'VS Code', file: '.vscode/mcp.json', text: json({ servers: { boreal: { type: 'http', url, headers } } }) },
    {
      id: 'codex',
      name: 'Codex',
      file: '~/.codex/config.toml',
      text: `[mcp_servers.boreal]\nurl = "${url}"\nhttp_headers = { "Authorization" = "Bearer ${key}" }`,
    },
    {
      id: 'gemini-cli',
      name: 'Gemini CLI',
      file: '~/.gemini/settings.json',
      text: json({ mcpServers: { boreal: { httpUrl: url, headers } } }),
    },
    {
      // It speaks to programs on its own machine only, so a small bridge from npm stands between.
      id: 'claude-desktop',
      name: 'Claude Desktop',
      file: 'claude_desktop_config.json',
      text: json({
        mcpServers: {
          boreal: {
            command: 'npx',
            args: ['-y', 'mcp-remote', url, '--header', 'Authorization:${BOREAL_AUTHORIZATION}'],
            env: { BOREAL_AUTHORIZATION: headers.Authorization },
          },
        },
      }),
    },
  ];
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
