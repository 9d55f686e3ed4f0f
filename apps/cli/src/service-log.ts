import { type LogOutput, logOutput } from '@domesday/open-network/log-output';

let output: LogOutput | undefined;

/**
 * Writes a line to standard error while a service runs. Unlike `console.error` it never blocks on a pipe that nobody
 * reads and that the child processes' logs may have filled: a blocked process could neither restart nor stop its
 * children.
 */
export function say(sentence: string): void {
  output ??= logOutput({ at_once: true });
  output.write(`${sentence}\n`);
}
