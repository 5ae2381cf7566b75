import { WebSocket } from 'ws';
import { z } from 'zod';
import { rpc } from './agent-cloud.ts';
import { randomIp } from './boreal-process-client.ts';
import type { BorealProcess } from './boreal-process.ts';

const SHOWN_WITHIN_MS = 60_000;

/** A terminal of a server in the browser, as its page does it. */
export interface OpenedTerminal {
  type(text: string): void;
  /** Waits until what is shown says this; all that was shown. */
  shows(pattern: RegExp): Promise<string>;
  /** Everything that the socket was told that is no output of the guest. */
  readonly told: readonly string[];
  close(): void;
}

/** Opens a link that an agent of the customer asks for. @throws when it is not connected */
export async function openTerminal(boreal: BorealProcess, of: { mcpKey: string; serverId: string }): Promise<OpenedTerminal> {
  return openLink(boreal, await terminalLink(boreal, of));
}

export async function terminalLink(boreal: BorealProcess, { mcpKey, serverId }: { mcpKey: string; serverId: string }): Promise<string> {
  const call = { method: 'tools/call', params: { name: 'svc_get_console_url', arguments: { serverId } } };
  const { result } = await rpc(new URL(`${boreal.baseUrl}/mcp`), mcpKey, call);
  return z.object({ structuredContent: z.object({ url: z.string() }) }).parse(result).structuredContent.url;
}

/** In the process that a balancer leads to, whichever made the link. @throws when it is not connected */
export async function openLink(boreal: BorealProcess, url: string): Promise<OpenedTerminal> {
  const socket = new WebSocket(new URL('/serial-console/socket', boreal.baseUrl.replace('http', 'ws')), {
    origin: boreal.siteUrl,
    headers: { 'X-Forwarded-For': randomIp() },
  });
  let [shown, bytes] = ['', 0];
  const told: string[] = [url];
  const looks = new Set<() => void>();
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return void told.push(data.toString());
    shown += data.toString();
    bytes += data.length;
    socket.send(JSON.stringify({ shown: bytes }));
    for (const look of looks) look();
  });
  let closed: number | null = null;
  socket.on('close', (code, reason) => {
    closed = code;
    told.push(reason.toString());
    for (const look of looks) look();
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(JSON.stringify({ token: url.split('#')[1] }));
  // What is typed before is lost: the page waits, too.
  await new Promise((resolve, reject) =>
    socket.once('message', resolve).once('close', (code) => reject(new Error(`the terminal was closed with ${code}`))),
  );
  return {
    told,
    type: (text) => socket.send(Buffer.from(text)),
    shows: (pattern) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => settle(new Error(`nothing like ${pattern} in: ${JSON.stringify(shown)}`)), SHOWN_WITHIN_MS);
        const settle = (error: Error | null) => {
          clearTimeout(late);
          looks.delete(look);
          if (error) reject(error);
          else resolve(shown);
        };
        const look = () => {
          if (pattern.test(shown)) settle(null);
          else if (closed !== null) settle(new Error(`the terminal was closed with ${closed}; it showed: ${JSON.stringify(shown)}`));
        };
        looks.add(look);
        look();
      }),
    close: () => socket.close(),
  };
}
