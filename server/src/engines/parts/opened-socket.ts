import type { WebSocket } from 'ws';

/**
 * Waits until a websocket is open. @throws what `unreachable` makes · whatever the signal was aborted with, after which it is terminated
 */
export function opened(socket: WebSocket, signal: AbortSignal, unreachable: (error: Error) => Error): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = () => {
      socket.terminate();
      reject(signal.reason);
    };
    signal.addEventListener('abort', aborted, { once: true });
    socket.once('open', () => {
      signal.removeEventListener('abort', aborted);
      resolve();
    });
    socket.once('error', (error) => {
      signal.removeEventListener('abort', aborted);
      reject(unreachable(error));
    });
  });
}
