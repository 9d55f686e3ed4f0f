/** The parts of a Markdown file that name something outside it. */
export interface DocumentParts {
  links: string[];
  headings: string[];
  /** Identifiers that a link can point to: slugs of headings, and `<a id>`. */
  anchors: string[];
  /** Texts of code spans, on one line each. */
  spans: string[];
  /** Lines of code blocks, fenced or indented; continued lines are joined. */
  commands: string[];
}

const FENCE = /^ *```[^\n]*\n([\s\S]*?)^ *```/gm;
const INDENTED = /(?<=\n\n|^|\n#[^\n]*\n|\n[^\n]*:\n)((?: {4}[^\n]*\n)+)/g;

export function documentParts(text: string): DocumentParts {
  const blocks: string[] = [];
  const prose = text
    .replace(FENCE, (_, block: string) => {
      blocks.push(block);
      return '\n';
    })
    .replace(INDENTED, (_, block: string) => {
      blocks.push(block);
      return '\n';
    });
  const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, span]) => span!.replaceAll(/\s+/g, ' '));
  const plain = prose.replaceAll(/`[^`]+`/g, '');
  const headings = [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!);
  const ids = [...prose.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!);
  return {
    links: [...plain.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!),
    headings,
    anchors: [...headings.map(slugOf), ...ids],
    spans,
    commands: blocks.flatMap((block) => block.replaceAll(/\\\n\s*/g, ' ').split('\n')).map((l) => l.trim()),
  };
}

/** The identifier that GitHub gives a heading. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/<[^>]*>|[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
