/** Text of the contract, with code between backticks. */
export function InlineCode({ text }: { text: string }) {
  return <>{text.split('`').map((part, i) => (i % 2 ? <code key={part}>{part}</code> : part))}</>;
}
