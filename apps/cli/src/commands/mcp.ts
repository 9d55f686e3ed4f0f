import { readFileSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { here, WrongCommandLine } from '../argument-values.ts';
import { oneLine, printJson } from '../output.ts';

export function mcpCommand(): Command {
  const mcp = new Command('mcp').description('check the MCP server from outside, and describe it to clients');
  addDoctor(mcp);
  addBundle(mcp);
  addServerJson(mcp);
  return mcp;
}

function addDoctor(mcp: Command): void {
  mcp
    .command('doctor <url>')
    .description(
      'follow the sign-in of a hosted client at an address such as https://property.example.org/mcp; with a key in DOMESDAY_KEY complete it too',
    )
    .option('--json', 'print JSON')
    .action(async (url: string, options: { json?: boolean }) => {
      const { examine } = await import('../mcp/doctor.ts');
      const findings = await examine(url, process.env.DOMESDAY_KEY || null);
      if (options.json) printJson(findings);
      else
        for (const { step, ok, says } of findings)
          console.log(`${ok ? 'ok    ' : 'FAILED'} ${step}: ${oneLine(says)}`);
      if (findings.some((finding) => !finding.ok)) process.exitCode = 1;
    });
}

function addBundle(mcp: Command): void {
  mcp
    .command('bundle')
    .description('write a bundle that desktop clients install (.mcpb); it asks for the address and the key')
    .option('--url <url>', 'address that the bundle proposes, such as https://property.example.org/mcp')
    .option('--out <file>', 'file to write', 'domesday.mcpb')
    .option('--json', 'print JSON')
    .action(async (options: { url?: string; out: string; json?: boolean }) => {
      if (options.url !== undefined && !/^https?:$/.test(URL.parse(options.url)?.protocol ?? ''))
        throw new WrongCommandLine(`"${options.url}" is not an http or https address.`);
      const { bundleOf } = await import('../mcp/describe.ts');
      const bytes = bundleOf(options.url);
      const file = here(options.out);
      writeFileSync(file, bytes);
      if (options.json) printJson({ file, bytes: bytes.length });
      else
        console.log(`${file}: ${bytes.length} bytes. Open it with the client, or drag it into its settings.`);
    });
}

function addServerJson(mcp: Command): void {
  mcp
    .command('server-json')
    .description('print the entry of a public server for the MCP registry')
    .requiredOption('--name <name>', 'name in the registry, such as org.example/domesday')
    .requiredOption('--url <url>', 'public address of the server, which ends in /mcp')
    .option('--oauth', 'clients sign in over OAuth, so the entry asks for no key')
    .option('--bundle <file>', 'a bundle that is also published')
    .option('--bundle-url <url>', 'address of the published bundle')
    .option('--json', 'the output is JSON with or without this')
    .action(
      async (options: {
        name: string;
        url: string;
        oauth?: boolean;
        bundle?: string;
        bundleUrl?: string;
      }) => {
        const { name, url, oauth, bundle, bundleUrl } = options;
        if ((bundle === undefined) !== (bundleUrl === undefined))
          throw new WrongCommandLine('--bundle and --bundle-url go together.');
        const published =
          bundle && bundleUrl ? { bundle: { bytes: readFileSync(here(bundle)), address: bundleUrl } } : {};
        const { serverJsonOf } = await import('../mcp/describe.ts');
        printJson(serverJsonOf({ name, url, ...(oauth ? { oauth } : {}), ...published }));
      },
    );
}
