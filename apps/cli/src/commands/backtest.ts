import { Command, InvalidArgumentError, Option } from 'commander';
import { day, decimal, whole } from '../argument-values.ts';
import type { BacktestOptions } from '../backtest/run.ts';

/** `domesday backtest`: errors of valuations on sales that the model has not seen. */
export function backtestCommand(): Command {
  return new Command('backtest')
    .description(
      'measure the error of valuations on sales that the model has not seen, from the database or from files',
    )
    .option('--area <outcode>', 'an outcode in the database, or a name for the files')
    .requiredOption('--from <date>', 'first cut-off, such as 2006-01-01', day)
    .requiredOption('--to <date>', 'end of the last window, such as 2018-01-01', day)
    .option('--sales <file...>', 'price-paid files, instead of the database')
    .option(
      '--index <file...>',
      'UK HPI files: the first with enough sales gives the growth, each gives a baseline',
    )
    .option('--positions <file...>', 'CSV with postcode, easting and northing, for nearest sales by distance')
    .option(
      '--certificates <file...>',
      'certificate files; their floor areas are joined to the sales by the UPRNs of --addresses',
    )
    .option('--addresses <file...>', 'CSV with uprn, address and postcode, to which sales are joined')
    .addOption(
      new Option('--half <which>', 'score only the homes of every other postcode').choices([
        'first',
        'second',
      ]),
    )
    .option('--every <months>', 'months from one cut-off to the next, 1 to 12', whole(1, 12, 'months'), 1)
    .option('--thin <per cent>', 'keep this share of the homes, to measure areas with few sales', share, 100)
    .option('--out <folder>', 'write backtest-<area>.json and .md to this folder')
    .option('--json', 'print the report as JSON')
    .action(async (options: BacktestOptions) => (await import('../backtest/run.ts')).backtest(options));
}

/** `domesday backtest-rents`: errors of estimated rents on a list of rents. */
export function backtestRentsCommand(): Command {
  return new Command('backtest-rents')
    .description('measure the error of rents by area and bedrooms on the rents of the following year')
    .argument('<file...>', 'lists of rents behind Local Housing Allowance, of two or more years')
    .option('--json', 'print the errors as JSON')
    .action(async (files: string[], options: { json?: boolean }) =>
      (await import('../backtest/rents.ts')).backtestRents(files, options),
    );
}

function share(value: string): number {
  const n = decimal(value);
  if (n > 0 && n <= 100) return n;
  throw new InvalidArgumentError('It must be a share in per cent.');
}
