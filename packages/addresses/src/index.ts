export {
  areaOf,
  isOutcode,
  isPostcode,
  isScottishPostcode,
  isWelshPostcode,
  normaliseOutcode,
  normalisePostcode,
  normaliseSector,
  outcodeOf,
  sectorOf,
} from './postcode.ts';
