export { type Box, type Geometry, plainGeometry } from '@domesday/files/features/geometry';
export { readFeatures } from '@domesday/files/features/read';
export { AreaIndex } from '@domesday/geography/contain';
export { degreesOf, metresOf } from '@domesday/geography/grid';
export { type BuiltMembers, buildMembers } from './members.ts';
