import { datasetIds } from '@domesday/datasets/catalogue';
import type { Command } from 'commander';

/** Words that can follow a command: its subcommands, its options, and dataset names if it takes one. */
export interface Completions {
  /** Names of the command and of its group, such as "keys create"; empty for the program itself. */
  path: string;
  words: string[];
  options: string[];
}

/** The completions of the program and of every command that is not hidden. */
export function completionsOf(program: Command): Completions[] {
  const read = (command: Command, path: string): Completions[] => {
    const shown = command
      .createHelp()
      .visibleCommands(command)
      .filter((one) => one.name() !== 'help');
    const datasets = command.registeredArguments.some((one) => one.name() === 'dataset') ? datasetIds : [];
    const options = command.createHelp().visibleOptions(command);
    return [
      {
        path,
        words: [...shown.map((one) => one.name()), ...datasets],
        options: options.flatMap((option) => option.long ?? []),
      },
      ...shown.flatMap((one) => read(one, `${path} ${one.name()}`.trim())),
    ];
  };
  return read(program, '');
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A script that the shell reads at its start. It contains all names, so completion runs no program. */
export function scriptFor(shell: Shell, completions: Completions[]): string {
  if (shell === 'fish') return fishScript(completions);
  const cases = completions.map(
    ({ path, words, options }) => `    "${path}") known="${[...words, ...options].join(' ')}" ;;`,
  );
  const paths = completions.map(({ path }) => path).filter(Boolean);
  const body = `
  # The longest run of words that names a command.
  for word in "$@"; do
    case "$word" in -*) continue ;; esac
    case "|${paths.join('|')}|" in
      *"|\${place:+$place }$word|"*) place="\${place:+$place }$word" ;;
      *) break ;;
    esac
  done
  case "$place" in
${cases.join('\n')}
  esac`;
  return shell === 'bash' ? bashScript(body) : zshScript(body);
}

function bashScript(body: string): string {
  return `# domesday completion for bash: source <(domesday completion bash)
_domesday_known() {
  local word
  place="" known=""${body}
}
_domesday() {
  local place known current="\${COMP_WORDS[COMP_CWORD]}"
  _domesday_known "\${COMP_WORDS[@]:1:COMP_CWORD-1}"
  COMPREPLY=( $(compgen -W "$known" -- "$current") )
}
complete -o default -F _domesday domesday
`;
}

function zshScript(body: string): string {
  return `#compdef domesday
# domesday completion for zsh: source <(domesday completion zsh)
_domesday_known() {
  local word
  place="" known=""${body}
}
_domesday() {
  local place known
  _domesday_known "\${(@)words[2,CURRENT-1]}"
  compadd -- \${=known}
  _files
}
compdef _domesday domesday
`;
}

function fishScript(completions: Completions[]): string {
  const lines = completions.flatMap(({ path, words, options }) => {
    const seen = path.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
    const condition = path === '' ? '__fish_use_subcommand' : seen.join('; and ');
    return [
      ...(words.length ? [`complete -c domesday -n '${condition}' -a '${words.join(' ')}'`] : []),
      ...options.map((option) => `complete -c domesday -n '${condition}' -l ${option.slice(2)}`),
    ];
  });
  return `# domesday completion for fish: domesday completion fish | source\n${lines.join('\n')}\n`;
}
