export { degreesOf, metresOf } from '../pipeline/grid.ts';
export { AreaIndex } from './contain.ts';
export { type Box, type Geometry, plainGeometry } from './geometry.ts';
export { type BuiltMembers, buildMembers } from './members.ts';
export { readFeatures } from './read.ts';
