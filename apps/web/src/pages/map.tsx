import { useEffect, useRef, useState } from 'preact/hooks';
import { FIRST_LAYERS, mapAddressOf, readMapAddress } from '../lib/map-address.ts';
import { type MapFacts, mapFacts } from '../lib/map-facts.ts';
import { deepestOf, PRICE_CLASSES, SHOWN } from '../lib/map-layers.ts';
import type { Drawn, Picked } from '../lib/map-view.ts';
import { operatorCommand } from '../lib/operator-command.ts';
import { session } from '../lib/session.ts';
import { useAnswer } from '../lib/use-answer.ts';
import { useMap } from '../lib/use-map.ts';
import { canDraw } from '../lib/webgl.ts';
import { address, count, day, money, numbered, shortMoney, words } from '../lib/words.ts';
import { MapPlace } from '../parts/map-place.tsx';
import { Gap } from '../parts/priced-section.tsx';
import { SignIn } from '../parts/sign-in.tsx';

const BRITAIN: [number, number] = [-2.5, 54.4];

/** The loaded data on a map, with switches, a legend, and the clicked features. */
export default function MapPage() {
  document.title = 'Map – Domesday';
  const signedIn = session.get()?.signed_in ?? false;
  const facts = useAnswer(signedIn ? 'map' : null, () => mapFacts());
  return (
    <div class="stack">
      <header class="stack-2">
        <h1>Map</h1>
        <p class="muted">The loaded data, free. Click to see what is there.</p>
      </header>
      {!signedIn ? (
        <SignIn why="The map draws the loaded data for those who have a key. It costs no credits." />
      ) : facts.state === 'refused' ? (
        <Gap {...facts} />
      ) : facts.state === 'answered' ? (
        canDraw() ? (
          <>
            {facts.value.centre === null && <NoPrices />}
            <Drawing facts={facts.value} />
          </>
        ) : (
          <Table facts={facts.value} />
        )
      ) : (
        <div class="map big" />
      )}
    </div>
  );
}

function Drawing({ facts }: { facts: MapFacts }) {
  /** Position and layers of the map, with which it is redrawn after a failure. */
  const standing = useRef(readMapAddress(location.hash));
  const [shown, setShown] = useState<string[]>(standing.current?.layers ?? FIRST_LAYERS);
  const layers = useRef(shown);
  const [picked, setPicked] = useState<Picked[] | null>(null);
  const [zoom, setZoom] = useState(0);
  /** Names of the incomplete layers, joined to one text, so that an unchanged list causes no redraw. */
  const [leftOut, setLeftOut] = useState('');
  const tell = ({ map }: Drawn): void => {
    const { lng, lat } = map.getCenter();
    standing.current = { zoom: map.getZoom(), lat, lng, layers: layers.current };
    try {
      history.replaceState(null, '', mapAddressOf(standing.current));
    } catch {
      // Safari and Firefox limit the number of calls in a time; the next move stores the position.
    }
  };
  const centre = facts.centre && ([facts.centre.lng, facts.centre.lat] as [number, number]);
  const map = useMap(
    {
      centre: standing.current ? [standing.current.lng, standing.current.lat] : (centre ?? BRITAIN),
      zoom: standing.current ? standing.current.zoom : centre ? 10.8 : 5.4,
      layers: shown,
      onPick: setPicked,
    },
    (view) => {
      setZoom(view.map.getZoom());
      // Applies switches that were pressed while the map was loading.
      for (const { id } of SHOWN) view.show(id, layers.current.includes(id));
      view.map.on('idle', () => setLeftOut(view.leftOut().join(' ')));
      view.map.on('moveend', () => {
        setZoom(view.map.getZoom());
        tell(view);
      });
    },
    facts,
  );
  const show = (wanted: string[]): void => {
    for (const { id } of SHOWN) map.drawn.current?.show(id, wanted.includes(id));
    layers.current = wanted;
    setShown(wanted);
    if (map.drawn.current) tell(map.drawn.current);
  };
  const toggle = (id: string): void =>
    show(shown.includes(id) ? shown.filter((other) => other !== id) : [...shown, id]);
  useEffect(() => {
    // Another link to the map, opened on this page.
    const follow = (): void => {
      const asked = readMapAddress(location.hash);
      if (!asked) return;
      map.drawn.current?.map.jumpTo({ center: [asked.lng, asked.lat], zoom: asked.zoom });
      show(asked.layers);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return (
    <div class="map-page">
      <MapPlace map={map} big />
      <aside class="stack" aria-label="Layers and legend">
        <fieldset class="switches">
          <legend>Layers</legend>
          {SHOWN.map(({ id, name, from_zoom, to_zoom, key, form }) => (
            <label key={id} class="switch">
              <input type="checkbox" checked={shown.includes(id)} onChange={() => toggle(id)} />
              <i class={`swatch ${form}`} style={{ '--swatch': `var(${key})` }} aria-hidden="true" />
              <span>{name}</span>
              {zoom < from_zoom && <span class="small muted">zoom in</span>}
              {to_zoom !== undefined && zoom >= to_zoom && <span class="small muted">zoom out</span>}
              {shown.includes(id) && leftOut.split(' ').includes(id) && (
                <span class="small muted">too many to draw all{zoom < deepestOf(id) ? ': zoom in' : ''}</span>
              )}
            </label>
          ))}
        </fieldset>
        {shown.includes('prices') && (
          <div class="stack-2">
            <p class="small muted">Median price, two years to the newest loaded sale, five sales or more</p>
            <ul class="classes">
              {[...PRICE_CLASSES, null].map((upto, i) => (
                <li key={upto}>
                  <i class="swatch area" style={{ '--swatch': `var(--price-${i + 1})` }} aria-hidden="true" />
                  {upto === null ? `from ${shortMoney(PRICE_CLASSES.at(-1)!)}` : `under ${shortMoney(upto)}`}
                </li>
              ))}
            </ul>
          </div>
        )}
        <div class="stack-2 picked" role="status">
          <h2 class="card-title">Here</h2>
          {picked === null && (
            <p class="small muted">Click the map, or press Enter on it for what lies in its middle.</p>
          )}
          {picked?.length === 0 && (
            <p class="small muted">
              {map.trouble ? 'Nothing of the part that is here.' : 'Nothing of the layers shown.'}
            </p>
          )}
          <ul class="plain-list small">
            {picked &&
              told(picked).map(([href, text]) => (
                <li key={text}>{href ? <a href={href}>{text}</a> : text}</li>
              ))}
          </ul>
        </div>
      </aside>
    </div>
  );
}

const MOST_TOLD = 12;

/** One line for each feature clicked, without duplicates. */
function told(picked: Picked[]): (readonly [href: string | null, text: string])[] {
  const lines = new Map<string, string | null>();
  for (const { layer, properties: p } of picked) {
    if (layer === 'prices')
      lines.set(
        `Median ${money(Number(p.median))} of ${numbered(Number(p.n), 'sale')} in a square of ${Number(p.size_m) / 1000} km`,
        null,
      );
    else if (layer === 'sales')
      lines.set(
        `${words(String(p.property_type))} sold ${p.together ? 'with others of that day, together for' : 'for'} ${money(Number(p.price))}, ${day(String(p.date))}`,
        p.uprn ? `/homes/${p.uprn}` : null,
      );
    else if (layer === 'homes') lines.set(address(String(p.address)), `/homes/${p.uprn}`);
    else
      lines.set(
        [words(String(p.kind ?? layer).replaceAll('-', ' ')), p.name].filter(Boolean).join(': '),
        null,
      );
  }
  const shown = [...lines].slice(0, MOST_TOLD).map(([text, href]) => [href, text] as const);
  const more = lines.size - shown.length;
  return more > 0 ? [...shown, [null, `and ${more} more here: zoom in to tell them apart`]] : shown;
}

function NoPrices() {
  return (
    <p class="note">
      No prices are built. Load <code>price-paid</code> and a postcode dataset, then run{' '}
      <code>{operatorCommand('build')}</code>. <a href="/data">The data page</a> tells what is loaded.
    </p>
  );
}

function Table({ facts }: { facts: MapFacts }) {
  return (
    <div class="stack">
      <p class="note">This browser cannot draw a map (it has no WebGL). The same prices as a table:</p>
      {facts.areas.length === 0 ? (
        <NoPrices />
      ) : (
        <table class="narrow">
          <caption>
            Areas by number of sales
            {facts.areas_left_out > 0
              ? `, without ${numbered(facts.areas_left_out, 'area')} of fewer sales`
              : ''}
            ; price: mean of the medians of their sectors, two years to the newest loaded sale, weighed by
            their sales
          </caption>
          <thead>
            <tr>
              <th scope="col">Area</th>
              <th scope="col" class="figure">
                Price
              </th>
              <th scope="col" class="figure">
                Sales
              </th>
            </tr>
          </thead>
          <tbody>
            {facts.areas.map((area) => (
              <tr key={area.outcode}>
                <td>
                  <a href={`/areas/${area.outcode}`}>{area.outcode}</a>
                </td>
                <td class="figure">{money(area.median)}</td>
                <td class="figure">{count(area.n)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
