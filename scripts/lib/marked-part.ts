const END = '<!-- /generated -->';

/** A document with `part` between its marks `<!-- generated: <name> -->` and `<!-- /generated -->`. */
export function withMarkedPart(path: string, text: string, name: string, part: string): string {
  const start = `<!-- generated: ${name} -->`;
  const from = text.indexOf(start);
  const to = text.indexOf(END, from);
  if (from === -1 || to < from) throw new Error(`${path} lacks the marks ${start} and ${END}`);
  return `${text.slice(0, from + start.length)}\n${part}\n${text.slice(to)}`;
}
