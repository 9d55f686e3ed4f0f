import { guides } from 'virtual:guides';
import { entries } from 'virtual:reference';
import type { ComponentChildren } from 'preact';

/** A page of the documentation with its navigation. */
export function DocsFrame({ current, children }: { current: string; children: ComponentChildren }) {
  const tags = [...new Set(entries.map((entry) => entry.tag))];
  const item = (href: string, text: string) => (
    <li key={href}>
      <a href={href} aria-current={href === current ? 'page' : undefined}>
        {text}
      </a>
    </li>
  );
  return (
    <div class="docs">
      <nav aria-label="Documentation" class="docs-nav">
        <details open={matchMedia('(min-width: 860px)').matches}>
          <summary>Contents</summary>
          <p class="nav-head">Guides</p>
          <ul>{guides.map(({ name, title }) => item(`/docs/guides/${name}`, title))}</ul>
          {tags.map((tag) => (
            <div key={tag}>
              <p class="nav-head">{tag}</p>
              <ul>
                {entries
                  .filter((entry) => entry.tag === tag)
                  .map((entry) => item(`/docs/reference/${entry.id}`, entry.id.split('.')[1]!))}
              </ul>
            </div>
          ))}
        </details>
      </nav>
      <article class="stack docs-text">{children}</article>
    </div>
  );
}
