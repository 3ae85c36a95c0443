import type { Store } from 'jotai/vanilla'
import { forgetToolRunsAtom, noteToolRunAtom } from '../conversation/atoms/tool-runs.ts'
import { toolRegistryAtom } from '../conversation/atoms/tools.ts'
import { allowedToolsAtom, isAllowed, keepAllowedTools } from '../world/allowed-tools.ts'
import { createHostTools, type HostTools } from './host-tools.ts'
import type { ToolSide } from './tool-side.ts'
import { awaitPersonAtom } from '../world/person-naming.ts'

/** Runs the page's tools with the frame's store. */
export function serveTools(store: Store, host: ToolSide): HostTools {
  const tools = createHostTools({
    registry: store.get(toolRegistryAtom),
    async runTool(run, signal) {
      // If the page belongs to another user, its tools must not serve the previous user's answer.
      await store.set(awaitPersonAtom)
      signal.throwIfAborted()
      return host.runTool(run, signal)
    },
    askTool: (...asked) => host.askTool(...asked),
    noteRun: (run, change) => store.set(noteToolRunAtom, run, change),
    isAllowed: (thread, key) => isAllowed(store.get(allowedToolsAtom), thread, key),
  })
  keepAllowedTools(store)
  store.sub(allowedToolsAtom, tools.followAllowed)
  return {
    ...tools,
    abort() {
      tools.abort()
      store.set(forgetToolRunsAtom)
    },
  }
}
