import { PROGRAM } from '@boreal/contract/command-line/command-line.ts';
import type { ExampleRequest } from './example-request.rules.ts';
import { requestAsCommand } from './request-as-command.rules.ts';

/** The languages in which requests are shown. */
export const codeLanguages = ['curl', 'typescript', 'python', 'cli'] as const;
export type CodeLanguage = (typeof codeLanguages)[number];

/** The languages' names, the same in every human language. */
export const codeLanguageNames = { curl: 'curl', typescript: 'TypeScript', python: 'Python', cli: PROGRAM } as const satisfies Record<
  CodeLanguage,
  string
>;

/**
 * A request to paste where the environment has `KEY`: into a shell, Node 20 or later, or Python with requests; or, with the settings of the
 * customers' program, as a command.
 */
export const requestInCode = { curl, typescript, python, cli: requestAsCommand } as const satisfies Record<
  CodeLanguage,
  (request: ExampleRequest) => string
>;

function curl({ method, url, headers, needsKey, body }: ExampleRequest): string {
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${url}"`,
    ...(needsKey ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...headers.map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`]),
  ];
  return parts.join(' \\\n  ');
}

function typescript({ method, url, headers, needsKey, body }: ExampleRequest): string {
  const sent = [
    ...(needsKey ? ['Authorization: `Bearer ${process.env.KEY}`'] : []),
    ...headers.map(([name, value]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: '${value}'`),
    ...(body === undefined ? [] : [`'Content-Type': 'application/json'`]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(sent.length === 0 ? [] : [`headers: {\n    ${sent.join(',\n    ')},\n  }`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indented(asTypeScript(body))})`]),
  ];
  const call = options.length === 0 ? `fetch('${url}')` : `fetch('${url}', {\n  ${options.join(',\n  ')},\n})`;
  return `const response = await ${call};\nconsole.log(response.status, await response.json());`;
}

function python({ method, url, headers, needsKey, body }: ExampleRequest): string {
  const sent = [
    ...(needsKey ? [`"Authorization": f"Bearer {os.environ['KEY']}"`] : []),
    ...headers.map(([name, value]) => `"${name}": "${value}"`),
  ];
  const parts = [
    `"${url}"`,
    ...(sent.length === 0 ? [] : [`headers={\n        ${sent.join(',\n        ')},\n    }`]),
    ...(body === undefined ? [] : [`json=${indented(asPython(body), 4)}`]),
  ];
  const call = parts.length === 1 ? parts.join('') : `\n    ${parts.join(',\n    ')},\n`;
  const imports = needsKey ? 'import os\n\nimport requests' : 'import requests';
  return `${imports}\n\nresponse = requests.${method.toLowerCase()}(${call})\nprint(response.status_code, response.json())`;
}

/** JSON is valid TypeScript; keys need no quotes, and strings get the program's quotes. */
function asTypeScript(body: unknown): string {
  return JSON.stringify(body, null, 2)
    .replaceAll(/^(\s*)"(\w+)":/gm, '$1$2:')
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) => (/['\\]/.test(text) ? text : `'${text.slice(1, -1)}'`));
}

/** JSON is valid Python, except for its three literals. */
function asPython(body: unknown): string {
  return JSON.stringify(body, null, 4).replaceAll(/("(?:[^"\\]|\\.)*")|\b(true|false|null)\b/g, (whole, text: string | undefined) => {
    if (text !== undefined) return text;
    return { true: 'True', false: 'False' }[whole] ?? 'None';
  });
}

function indented(text: string, by = 2): string {
  return text.replaceAll('\n', `\n${' '.repeat(by)}`);
}
