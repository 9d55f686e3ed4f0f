import { guides } from 'virtual:guides';
import { entries } from 'virtual:reference';
import { credits } from '../lib/words.ts';
import { DocsFrame } from '../parts/docs-frame.tsx';

/** Start of the documentation: the guides, and every operation. */
export default function Docs() {
  document.title = 'Documentation – Domesday';
  const tags = [...new Set(entries.map((entry) => entry.tag))];
  return (
    <DocsFrame current="">
      <h1>Documentation</h1>
      <p class="lead">
        One contract, three ways in: REST, tools over the Model Context Protocol, and a TypeScript client.
        Every operation has a form that sends it with your session.
      </p>
      <section class="stack-2">
        <h2>Guides</h2>
        <ul class="plain-list">
          {guides.map(({ name, title }) => (
            <li key={name}>
              <a href={`/docs/guides/${name}`}>{title}</a>
            </li>
          ))}
        </ul>
      </section>
      <section class="stack-2" id="reference">
        <h2>Reference</h2>
        {tags.map((tag) => (
          <section key={tag} class="stack-2 tag-group" aria-labelledby={`tag-${tag}`}>
            <h3 id={`tag-${tag}`}>{tag}</h3>
            <ul class="operations">
              {entries
                .filter((entry) => entry.tag === tag)
                .map((entry) => (
                  <li key={entry.id}>
                    <a href={`/docs/reference/${entry.id}`}>{entry.summary}</a>
                    <code>
                      {entry.method} {entry.path}
                    </code>
                    <span class="small muted">{entry.credits ? credits(entry.credits) : 'free'}</span>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </section>
    </DocsFrame>
  );
}
