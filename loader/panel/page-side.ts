import type { FrameSetup, ToolReply } from '../../shared/bridge/contract.ts'
import type { ToolHost } from '../extras/tool-host.ts'
import type { FrameChannel } from './frame-port.ts'
import type { HostPage } from './host-page.ts'
import type { Extras } from './keep-place.ts'

/** What the page lets the assistant do, and says to it. The code for that is fetched for pages that say something. */
export function createPageSide(page: HostPage, importExtras: () => Promise<Extras>) {
  const { tools, contexts, tell } = page
  let host: ToolHost | undefined
  let loading: Promise<unknown> | undefined
  const isSilent = () => tools.size + contexts.size === 0

  const load = () =>
    (loading ??= importExtras()
      .then(({ createToolHost }) => (host = createToolHost(page)))
      .catch((error) => {
        loading = undefined
        tell(error)
      }))

  return {
    /** Settles when it can be described; `undefined`: now. Without the code for it the frame does not hear of it. */
    ready: () => (host || isSilent() ? undefined : load()),
    describe: (): Pick<FrameSetup, 'tools' | 'context'> =>
      host?.describe() ?? (isSilent() ? { tools: [], context: {} } : {}),
    async runTool(
      run: unknown,
      controller: AbortController,
      frame: FrameChannel,
    ): Promise<ToolReply> {
      await load()
      return host!.runTool(run, controller, frame)
    },
  }
}
