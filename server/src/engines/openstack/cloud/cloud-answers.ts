import { z } from 'zod';
import type { HttpAnswer } from '../../parts/http-answer.ts';
import { CloudError } from './cloud-errors.ts';
import type { Service } from './cloud-services.ts';

const Fault = z.object({ message: z.string(), code: z.union([z.number(), z.string()]).optional(), type: z.string().optional() });
const Placement = z.object({ errors: z.array(z.object({ title: z.string(), detail: z.string(), code: z.string().optional() })).min(1) });

/** The most of the cloud's own message that goes into the log. */
const WORDS_MAX = 500;

/**
 * The error in an answer. Each service has its own format: `{"conflictingRequest": {"message", "code"}}`, `{"NeutronError": {"type",
 * "message"}}`, `{"errors": [{"title", "detail"}]}`, a page of HTML.
 */
export function errorIn(answer: HttpAnswer, service: Service): CloudError {
  const { kind, message } = wordsIn(answer.body);
  const retryAfterSeconds = secondsOf(answer.headers['retry-after']);
  return new CloudError(
    { service, status: answer.status, kind, retryAfterSeconds },
    `${service} ${answer.status} ${kind}: ${message}`.slice(0, WORDS_MAX),
  );
}

function wordsIn(body: Buffer): { kind: string; message: string } {
  const text = body.toString();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { kind: '', message: text.replace(/<[^>]*>|\s+/g, ' ').trim() };
  }
  const placement = Placement.safeParse(json);
  if (placement.success) {
    const [first] = placement.data.errors;
    return { kind: first?.code ?? first?.title ?? '', message: first?.detail ?? '' };
  }
  for (const [kind, inner] of Object.entries(z.record(z.string(), z.unknown()).catch({}).parse(json))) {
    const fault = Fault.safeParse(inner);
    if (fault.success) return { kind: fault.data.type ?? kind, message: fault.data.message };
  }
  return { kind: '', message: text };
}

/** Seconds, or a date, which none of these services sends. */
function secondsOf(header: string | undefined): number | null {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
