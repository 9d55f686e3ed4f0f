import { type Command, InvalidArgumentError, Option } from 'commander';

/** Options that `fetch`, `update` and `country` share. */
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
    .option(
      '--yes',
      'agree to the sizes and terms beforehand; otherwise they are shown and you are asked once',
    )
    .option('--keep', 'keep the downloads; otherwise each is deleted when it is loaded')
    .option(
      '--force',
      'load content that is loaded already again, and treat failed checks and losses as warnings',
    )
    .addOption(mirrorOption())
    .addOption(new Option('--json', 'print one JSON document'));
}

/** A hidden option: tests and benchmarks use a local server in place of the publishers. */
export function mirrorOption(): Option {
  return new Option('--mirror <address>', 'a server of this machine that stands for all publishers')
    .argParser(localAddress)
    .hideHelp();
}

/** A mirror receives the operator's tokens, so it must be on this machine. */
function localAddress(value: string): string {
  if (/^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+$/.test(value)) return value;
  throw new InvalidArgumentError('It must be a server of this machine, such as http://127.0.0.1:9000.');
}
