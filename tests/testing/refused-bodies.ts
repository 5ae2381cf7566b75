/**
 * Bodies that no operation takes, made from one that it does; `field` is what the refusal names. `isNone`: it is no body at
 * all, which an operation whose body is optional does take.
 */
export function sharedRefusals(
  good: Readonly<Record<string, unknown>>,
): { what: string; isNone?: true; text?: string; field?: string; headers?: Record<string, string | null> }[] {
  const text = JSON.stringify(good);
  const inside = text.slice(1, -1);
  return [
    { what: 'no body', isNone: true },
    { what: 'an empty body', isNone: true, text: '' },
    { what: 'white space', text: ' \n' },
    { what: 'half a body', text: text.slice(0, -1) },
    { what: 'two bodies', text: `${text}${text}` },
    { what: 'a comma too much', text: `{${inside},}` },
    { what: 'a byte order mark and nothing', isNone: true, text: '\ufeff' },
    { what: 'a form', text: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { what: 'JSON called text', text, headers: { 'content-type': 'text/plain' } },
    { what: 'JSON called nonsense', text, headers: { 'content-type': 'nonsense' } },
    { what: 'JSON called JSON of another kind', text, headers: { 'content-type': 'application/jsonp' } },
    { what: 'JSON without a type', text, headers: { 'content-type': null } },
    ...['null', 'true', '5', '"x"', '[]', `[${text}]`, 'undefined', 'NaN'].map((value) => ({ what: value, text: value })),
    { what: 'a prototype', text: `{${inside},"__proto__":{"name":"x"}}`, field: '__proto__' },
    { what: 'a prototype written otherwise', text: `{${inside},"\\u005f_proto__":1}`, field: '__proto__' },
    { what: 'U+0000 in a name', text: `{${inside},"a\\u0000":1}` },
    { what: 'a body past 64 kB', text: `{${inside},"more":"${'x'.repeat(70_000)}"}` },
    { what: 'a body of 65 kB of white space', text: `${text}${' '.repeat(65 * 1024)}` },
    { what: 'a deep body', text: '['.repeat(30_000) },
  ];
}
