import type { DrawnMap } from '../lib/use-map.ts';
import { Gap } from './priced-section.tsx';

/** The element of a map, or the reason why the map is missing. */
export function MapPlace({ map, big = false }: { map: DrawnMap; big?: boolean }) {
  if (map.error) return <Gap error={map.error} again={map.again} />;
  return (
    <div class="stack-2">
      {map.trouble && <Gap error={map.trouble} again={map.again} />}
      <div class={big ? 'map big' : 'map'} ref={map.place} />
    </div>
  );
}
