import { PROGRAM } from '@boreal/contract/command-line/command-line.ts';
import type { Told } from '@boreal/contract/words/language.ts';
import { visibleText } from '@boreal/contract/values/visible-text.ts';
import { z } from 'zod';
import { asTold, Failure } from './failure.ts';
import type { Answer } from '../sdk/read-answer.ts';
import { perhapsDone, type Request } from './request.ts';
import { answerWords } from './words/answer-words.ts';

/** The fields of an error answer; whatever else a newer Boreal adds is ignored. */
const Refusal = z.object({
  error: z.string(),
  message: z.string().optional().catch(undefined),
  issues: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .catch([])
    .default([]),
  alternatives: z.array(z.string()).catch([]).default([]),
  allowedActions: z.array(z.string()).catch([]).default([]),
  accountAction: z
    .object({ action: z.object({ label: z.string(), url: z.string() }) })
    .optional()
    .catch(undefined),
});

/** An error answer as a failure: what happened and what to do next. */
export function refusalOf({ status, body, requestId }: Answer, { request, siteUrl }: { request: Request; siteUrl: string }): Failure {
  const { error, message, issues, alternatives, allowedActions, accountAction } = Refusal.parse(body);
  const isTheirs = status >= 500 || status === 429;
  return new Failure({
    exitCode: isTheirs ? 3 : 1,
    code: error,
    told: error === 'FORBIDDEN_ORIGIN' ? answerWords.otherSite(siteUrl) : asTold(visibleText(message ?? error)),
    next: [
      ...issues.map((issue) => asTold(`${issue.path}: ${issue.message}`)),
      ...(alternatives.length === 0 ? [] : [answerWords.alternatives(alternatives.join(', '))]),
      ...(allowedActions.length === 0 ? [] : [answerWords.allowedActions(allowedActions.join(', '))]),
      ...(accountAction === undefined ? [] : [asTold(`${accountAction.action.label}: ${accountAction.action.url}`)]),
      ...own(error, request),
      ...(status >= 500 ? perhapsDone(request) : []),
    ],
    requestId,
  });
}

/** Advice that only this program can give. */
function own(error: string, { row }: Request): readonly Told[] {
  if (error === 'PLAN_NOT_AVAILABLE') return [answerWords.seeCommand(`${PROGRAM} availability`)];
  if (error === 'OPERATION_IN_PROGRESS') return [answerWords.seeCommand(`${PROGRAM} servers show`)];
  if (error === 'PERMISSION_DENIED' && row.kind !== 'document' && row.needs !== null) return [answerWords.needs(row.needs)];
  return [];
}
