export { corrupt, type LabelledQuery, typo } from './corrupt.ts';
export {
  type Accuracy,
  accuracyOf,
  featuresOf,
  type Judged,
  labelled,
  parentFeaturesOf,
} from './evaluate.ts';
export { type GeneratedAddress, nationalList } from './national-list.ts';
export { seeded } from './random.ts';
