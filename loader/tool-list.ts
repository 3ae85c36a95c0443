import type { ToolDefinition } from './chat-instance.ts'

/** One registration of a tool. */
export interface ToolEntry {
  readonly definition: ToolDefinition
}

/** The page's tools by name, and what else the page says to the model. */
export type ToolList = ReadonlyMap<string, ToolEntry> & { readonly context?: unknown }

/** Returns the list, and how the page adds to it, which returns how to take out again. */
export function createToolList(onChange: () => void) {
  const tools: Map<string, ToolEntry> & { context?: unknown } = new Map<string, ToolEntry>()
  const addTool = (name: string, definition: ToolDefinition) => {
    const entry = { definition }
    tools.set(name, entry)
    onChange()
    return () => {
      // Whatever took its place stays.
      if (tools.get(name) === entry && tools.delete(name)) onChange()
    }
  }
  const setContext = (context: unknown) => {
    tools.context = context
    onChange()
  }
  return [tools as ToolList, { addTool, setContext }] as const
}
