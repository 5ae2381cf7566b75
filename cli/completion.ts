import { commandLine, PROGRAM } from '@boreal/contract/command-line/command-line.ts';
import { fieldsOf } from './fields.ts';
import { commandNames, isCommand, ownCommands } from './commands.ts';
import { optionsOf } from './options.ts';

/** The completion script for bash and zsh: nouns, verbs, flags, and the values of flags. */
export function completionScript(): string {
  const nouns = [...new Set(commandNames.map((name) => name.split(' ')[0] ?? ''))];
  const verbs = nouns.flatMap((noun) => {
    const own = commandNames.flatMap((name) => (name.startsWith(`${noun} `) ? [name.slice(noun.length + 1)] : []));
    return own.length === 0 ? [] : [[noun, own] as const];
  });
  const choices = commandNames.flatMap((name) =>
    isCommand(name)
      ? fieldsOf(commandLine[name]).flatMap(({ flag, choices: of }) => (of.length > 0 ? [[`${name} --${flag}`, of] as const] : []))
      : [],
  );
  return `if [ -n "\${ZSH_VERSION:-}" ]; then
  autoload -U +X compinit && compinit
  autoload -U +X bashcompinit && bashcompinit
fi
_boreal_cli() {
  local words='' verbs=''
  local typed="\${COMP_WORDS[1]:-}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  case "$typed" in
${cases(verbs, 'verbs')}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words='${nouns.join(' ')}'
  elif [ "$COMP_CWORD" -eq 2 ] && [ -n "$verbs" ]; then words="$verbs"
  else
    if [ -n "$verbs" ]; then typed="$typed \${COMP_WORDS[2]:-}"; fi
    case "$typed" in
${cases(commandNames.map((name) => [name, flagsOf(name)] as const))}
    esac
    case "$typed $before" in
${cases(choices)}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}" || true))
}
complete -o default -F _boreal_cli ${PROGRAM}
`;
}

function flagsOf(name: string): readonly string[] {
  const fields = isCommand(name) ? fieldsOf(commandLine[name]).filter(({ place }) => place === null) : [];
  const own = isCommand(name) ? optionsOf(name).map(({ flag }) => flag) : (ownCommands[name]?.options ?? []);
  return [...fields.map(({ flag }) => flag), ...own].map((flag) => `--${flag}`);
}

function cases(of: readonly (readonly [when: string, words: readonly string[]])[], name = 'words'): string {
  return of.map(([when, words]) => `    '${when}') ${name}='${words.join(' ')}' ;;`).join('\n');
}
