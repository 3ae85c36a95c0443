import type { BrowserTool, ToolSource } from './browser-tool.ts'
import type { CallContext } from '../call-context.ts'
import { createModelContext, type ToolLimits } from './model-context.ts'

/** The tools of one frame. */
export interface ToolRegistry extends ToolSource {
  /** Takes the place of a tool of the same name. Returns how to take it out again. */
  register(name: string, tool: BrowserTool): () => void
  /** What a chat call says of them. */
  modelContext(): CallContext
}

/**
 * @param warn is told of tools that are too many or too large; once a call. Default: the console.
 * @param readLimits gives the server's, as far as it says.
 */
export function createToolRegistry(
  warn: (text: string) => void = (text) => console.warn(text),
  readLimits: () => ToolLimits = () => ({}),
): ToolRegistry {
  const tools = new Map<string, BrowserTool>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }

  return {
    register(name, tool) {
      tools.set(name, tool)
      tell()
      return () => {
        // Whoever took its place stays.
        if (tools.get(name) !== tool) return
        tools.delete(name)
        tell()
      }
    },
    get: (name) => tools.get(name),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    modelContext: () => createModelContext(tools, warn, readLimits()),
  }
}
