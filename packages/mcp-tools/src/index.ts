export { type ArgumentPlace, type ToolTarget, targets, tools } from '../generated/index.ts';
