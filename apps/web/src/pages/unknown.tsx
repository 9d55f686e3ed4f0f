/** Shown for an unknown path. */
export default function Unknown({ given }: { given: string }) {
  document.title = 'No such page – Domesday';
  return (
    <div class="stack prose">
      <h1>There is no page here</h1>
      <p>
        Nothing stands at <code>{given}</code>. A home is at <code>/homes/</code> with its UPRN, an area at{' '}
        <code>/areas/</code> with an outcode.
      </p>
      <p>
        <a href="/">Search for an address</a>
      </p>
    </div>
  );
}
