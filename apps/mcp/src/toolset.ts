import type { ToolTarget } from '@domesday/mcp-tools';
import type { Tool } from '@modelcontextprotocol/server';
// This copy is loaded by the protocol library anyway.
import { Ajv, addFormats } from '@modelcontextprotocol/server/validators/ajv';

/** A tool with its operation and the check of its arguments, compiled once. */
export interface ReadyTool {
  tool: Tool;
  target: ToolTarget;
  validate: ReturnType<InstanceType<typeof Ajv>['compile']>;
}

export type Toolset = Map<string, ReadyTool>;

/** Compiles the generated tools. Throws if one has no operation or no valid schema. */
export function compileToolset(tools: readonly unknown[], targets: readonly ToolTarget[]): Toolset {
  // Unknown arguments are refused here, not by the listed schema, where that would cost tokens in every tool. Models
  // send numbers as text and single values instead of lists, so arguments are coerced before they are checked.
  const ajv = new Ajv({ coerceTypes: 'array', allErrors: true, strict: false });
  addFormats(ajv);
  const toolset: Toolset = new Map();
  for (const tool of tools as readonly Tool[]) {
    const target = targets.find((t) => t.tool === tool.name);
    if (!target) throw new Error(`The tool ${tool.name} has no target.`);
    toolset.set(tool.name, {
      tool,
      target,
      validate: ajv.compile({ ...tool.inputSchema, additionalProperties: false }),
    });
  }
  return toolset;
}
