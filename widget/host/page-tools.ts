import type { Store } from 'jotai/vanilla'
import type { FrameSetup, HumanQuestion } from '../../shared/bridge/contract.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonValue } from '../../shared/json.ts'
import { expectToolsAtom } from '../conversation/atoms/tools.ts'
import { recordsToolsAtom } from '../world/server-facts.ts'
import type { HostTools } from './host-tools.ts'
import type { ToolSide } from './tool-side.ts'

/** The page's tools. Their code loads only for pages with tools. */
export function createPageTools(store: Store, host: ToolSide) {
  let tools: Promise<HostTools> | undefined

  async function load(): Promise<HostTools> {
    try {
      const { serveTools } = await import('./serve-tools.ts')
      if (!store.get(recordsToolsAtom)) return serveTools(store, host)
      const { recordTools } = await import('../preview/record-tools.ts')
      return recordTools((side) => serveTools(store, side), host)
    } catch (error) {
      tools = undefined
      throw error
    }
  }

  /** Does nothing without the code: a failed load has been reported. */
  const whenLoaded = (act: (loaded: HostTools) => void) => void tools?.then(act, () => {})

  return {
    /** Setups are declared in their order, also while the code loads. */
    declare(list: FrameSetup['tools']): Promise<void> | undefined {
      if (!tools && !list?.length) return undefined
      tools ??= load()
      const declaring = tools.then((loaded) => loaded.declare(list))
      // Messages sent meanwhile wait, so that the model gets every tool.
      store.set(expectToolsAtom, declaring)
      return declaring
    },
    /** Aborts running calls: another user takes over. */
    abort: () => whenLoaded((loaded) => loaded.abort()),
    noteProgress: (told: unknown) => whenLoaded((loaded) => loaded.noteProgress(told)),
    async askHuman(question: HumanQuestion): Promise<JsonValue> {
      const loaded = await tools
      if (!loaded) throw new AlcoveError('not_found', 'No such tool call runs.')
      return loaded.askHuman(question)
    },
  }
}
