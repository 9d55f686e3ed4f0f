import { describe, expect, it } from 'vitest';
import { matchAddress } from '../src/index.ts';

describe('listed businesses at the number of the query, under other names', () => {
  const answer = (names: string[]) => {
    const homes = names.map((name, i) => ({
      uprn: i + 1,
      address: `${name}, 72 SALTER ROAD, QUAXBY`,
      postcode: 'XE1 2AB',
    }));
    return matchAddress(
      { address: 'Oxplume Kebab House, 72 Salter Road, Quaxby', postcode: 'XE1 2AB' },
      homes,
    );
  };

  it('share half of the confidence, since the business of the query may not be listed', () => {
    const alone = answer(['VEXHOLLOW PHARMACY']);
    expect([alone.status, alone.best?.confidence]).toEqual(['ambiguous', 0.5]);
    const two = answer(['VEXHOLLOW PHARMACY', 'QUILLO CLINIC']);
    expect([two.status, two.best?.confidence, two.alternatives[0]?.confidence]).toEqual([
      'ambiguous',
      0.25,
      0.25,
    ]);
  });
});
