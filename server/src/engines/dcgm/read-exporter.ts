import type { GpuExporter } from '../gpu-exporter.ts';
import { readDcgmText } from './dcgm-text.rules.ts';

/** A host of eight GPUs reports some 60 kB. */
const BYTES_MAX = 4 * 1024 * 1024;

/**
 * Reads NVIDIA's DCGM exporter on each host; `address` is for example `http://{host}:9400/metrics`, where `{host}` stands for the engine's
 * name of the host and `{engine}` for the name of the engine.
 */
export function dcgmExporter(address: string): GpuExporter {
  return async ({ engine, name }, signal) => {
    const url = address.replaceAll('{host}', encodeURIComponent(name)).replaceAll('{engine}', encodeURIComponent(engine));
    const answer = await fetch(url, { signal, redirect: 'error' });
    if (!answer.ok || answer.body === null) throw new Error(`${url} answers ${answer.status}`);
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of answer.body) {
      bytes += part.byteLength;
      if (bytes > BYTES_MAX) throw new Error(`${url} tells more than ${BYTES_MAX} bytes`);
      parts.push(part);
    }
    return readDcgmText(Buffer.concat(parts).toString('utf8'));
  };
}
