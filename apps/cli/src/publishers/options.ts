import { type Command, InvalidArgumentError, Option } from 'commander';

/** What `fetch`, `update` and `country` have in common. */
export interface SessionOptions {
  plan?: boolean;
  yes?: boolean;
  keep?: boolean;
  force?: boolean;
  mirror?: string;
  json?: boolean;
}

export function withSessionOptions(command: Command): Command {
  return command
    .option('--plan', 'show what would be fetched, and fetch nothing')
    .option('--yes', 'agree to the sizes and terms beforehand; else they are shown and asked about once')
    .option('--keep', 'keep the downloads; else each is deleted when it is loaded')
    .option('--force', 'load what is loaded already, and let failed checks and losses pass as warnings')
    .addOption(mirrorOption())
    .addOption(new Option('--json', 'print one JSON document'));
}

/** Tests and benchmarks play the publishers on a server of their own; it is not shown. */
export function mirrorOption(): Option {
  return new Option('--mirror <address>', 'a server of this machine that stands for all publishers')
    .argParser(ofThisMachine)
    .hideHelp();
}

/** A mirror receives the operator's tokens, so that it must not be another machine. */
function ofThisMachine(value: string): string {
  if (/^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+$/.test(value)) return value;
  throw new InvalidArgumentError('It must be a server of this machine, such as http://127.0.0.1:9000.');
}
