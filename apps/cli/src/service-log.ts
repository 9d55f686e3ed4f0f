import { type LogOutput, logOutput } from '@domesday/open-network/log-output';

let output: LogOutput | undefined;

/**
 * Says something on standard error while a service runs. Unlike `console.error` it never waits for a pipe that nobody
 * reads, in which the processes beside this one write their logs: that would neither restart nor stop them any more.
 */
export function say(sentence: string): void {
  output ??= logOutput({ at_once: true });
  output.write(`${sentence}\n`);
}
