import { type ParseState, take } from './parse-state.ts';
import { UNIT_WORDS } from './words.ts';

export type Relation = 'rear_of' | 'adjoining' | 'opposite' | 'land' | 'part_of' | 'above' | 'site';

/** After LAND: where it lies, so that the number that follows is that of its neighbour. */
const BESIDE_LAND = /^(AT|ADJOINING|OFF|TO|NEAR|BETWEEN|ON|BESIDE|OPPOSITE|FRONTING|NORTH|SOUTH|EAST|WEST)$/;

/** REAR OF, LAND AT, ADJOINING and the like: the relation of the premises to the named address. */
export function readRelation(state: ParseState): Relation | null {
  const { words } = state;
  for (let i = 0; i < words.length; i += 1) {
    const next = words[i + 1];
    switch (words[i]) {
      case 'REAR':
      case 'BEHIND':
        if (next === 'OF' || words[i] === 'BEHIND') {
          const start = i >= 2 && words[i - 1] === 'THE' ? i - 1 : i;
          take(state, start, words[i] === 'BEHIND' ? i + 1 : i + 2);
          if (words[start - 1] === 'TO' || words[start - 1] === 'AT') take(state, start - 1, start);
          if (words[0] === 'LAND') take(state, 0, words[1] === 'AT' || words[1] === 'TO' ? 2 : 1);
          return 'rear_of';
        }
        break;
      case 'LAND':
        if (i === 0 && !words.slice(1, 5).includes('REAR') && BESIDE_LAND.test(next ?? '')) {
          take(state, 0, 2);
          if (words[2] === 'TO' || words[2] === 'ADJOINING') state.used[2] = true;
          return next === 'ADJOINING' || words[2] === 'ADJOINING' ? 'adjoining' : 'land';
        }
        break;
      case 'ADJOINING':
        take(state, i, next === 'TO' ? i + 2 : i + 1);
        return 'adjoining';
      case 'OPPOSITE':
        take(state, i, i + 1);
        return 'opposite';
      case 'ABOVE':
      case 'OVER':
        if (i < 5 && (i === 0 || state.words.slice(0, i).some((word) => UNIT_WORDS.has(word)))) {
          take(state, i, i + 1);
          return 'above';
        }
        break;
      case 'PART':
        if (i === 0 && next === 'OF') {
          take(state, 0, 2);
          return 'part_of';
        }
        break;
      case 'SITE':
        if (i < 3 && (next === 'OF' || next === 'AT')) {
          take(state, 0, i + 2);
          return 'site';
        }
        break;
      default:
    }
  }
  return null;
}
