export { corrupt, type LabelledQuery, typo, unlisted } from './corrupt.ts';
export { type Accuracy, accuracyOf, gazetteer, type Judged, judge, labelled } from './evaluate.ts';
export { type GeneratedAddress, nationalList } from './national-list.ts';
export { seeded } from './random.ts';
