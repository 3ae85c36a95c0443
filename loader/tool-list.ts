import type { ToolDefinition } from './chat-instance.ts'

/** One registration of a tool. */
export interface ToolEntry {
  readonly definition: ToolDefinition
}

/** The page's tools by name. */
export type ToolList = ReadonlyMap<string, ToolEntry>

/** Returns the list, and how to add to it, which returns how to take out again. */
export function createToolList(onChange: () => void) {
  const tools = new Map<string, ToolEntry>()
  const addTool = (name: string, definition: ToolDefinition) => {
    const entry = { definition }
    tools.set(name, entry)
    onChange()
    return () => {
      // Whatever took its place stays.
      if (tools.get(name) === entry && tools.delete(name)) onChange()
    }
  }
  return [tools as ToolList, addTool] as const
}
