import type { FrameSetup, ToolReply } from '../../shared/bridge/contract.ts'
import type { ToolHost } from '../extras/tool-host.ts'
import type { FrameChannel } from './frame-port.ts'
import type { HostPage } from './host-page.ts'
import type { Extras } from './keep-place.ts'

/** So long a frame waits for its page's tools. */
export const EXTRAS_WAIT_MS = 10_000

/** What the page lets the assistant do, and says to it. The code for that is fetched for pages that say something. */
export function createPageSide(page: HostPage, importExtras: () => Promise<Extras>) {
  const { tools, contexts, tell } = page
  let host: ToolHost | undefined
  let loading: Promise<unknown> | undefined
  /** A frame waits for it once, and not for ever. */
  let isLate = false
  const isSilent = () => tools.size + contexts.size === 0

  const load = () =>
    (loading ??= importExtras()
      .then(({ createToolHost }) => {
        host = createToolHost(page)
        // It is told late.
        if (isLate) page.change()
      })
      .catch((error) => {
        loading = undefined
        isLate = true
        tell(error)
      }))

  const giveUp = () =>
    new Promise<void>((resolve) =>
      setTimeout(() => {
        isLate = true
        resolve()
      }, EXTRAS_WAIT_MS),
    )

  return {
    /** Settles when it can be described; `undefined`: now. Without the code for it the frame does not hear of it. */
    ready: () => (host || isLate || isSilent() ? undefined : Promise.race([load(), giveUp()])),
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
