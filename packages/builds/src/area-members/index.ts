export type { Box, Geometry } from '@domesday/files/features/geometry';
export { degreesOf } from '@domesday/geography/grid';
export { type BuiltMembers, buildMembers } from './members.ts';
