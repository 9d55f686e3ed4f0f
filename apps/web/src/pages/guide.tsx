import { guides, load } from 'virtual:guides';
import { useEffect } from 'preact/hooks';
import { part } from '../lib/part.ts';
import { useAnswer } from '../lib/use-answer.ts';
import { DocsFrame } from '../parts/docs-frame.tsx';
import { Gap } from '../parts/priced-section.tsx';

/** One guide. Its HTML was converted from our own Markdown when the pages were built. */
export default function Guide({ given }: { given: string }) {
  const title = guides.find(({ name }) => name === given)?.title;
  document.title = `${title ?? 'No such guide'} – Domesday`;
  const text = useAnswer(title ? given : null, async () => (await part(load[given]!)).default);
  useEffect(() => {
    // The browser looked for the fragment before the text was there. After a step back the scroll position is restored
    // instead.
    if (text.state === 'answered' && scrollY === 0)
      document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [text.state]);
  return (
    <DocsFrame current={`/docs/guides/${given}`}>
      {!title && <h1>There is no such guide</h1>}
      {text.state === 'refused' && <Gap {...text} />}
      {text.state === 'answered' && <div class="guide" dangerouslySetInnerHTML={{ __html: text.value }} />}
    </DocsFrame>
  );
}
