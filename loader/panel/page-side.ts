import type { FrameSetup, ToolReply } from '../../shared/bridge/contract.ts'
import type { ToolHost } from '../extras/tool-host.ts'
import type { FrameChannel } from './frame-link.ts'
import type { HostPage } from './host-page.ts'
import type { Extras } from './keep-place.ts'

/** So long a frame waits for its page's tools. */
export const EXTRAS_WAIT_MS = 10_000

/** What the page lets the assistant do, and says to it. The code for that is fetched for pages that say something. */
export function createPageSide(page: HostPage, importExtras: () => Promise<Extras>) {
  const { given } = page
  let host: ToolHost | undefined
  let loading: Promise<ToolHost> | undefined
  let waiting: Promise<unknown> | undefined
  /** Nobody waits for it any more: it is there, did not come, or is late. */
  let isOver = false
  /** The page has said nothing for the assistant. */
  const isSilent = () =>
    given.tools.size === 0 && given.fields.size === 0 && given.context === undefined

  const load = (): Promise<ToolHost> =>
    (loading ??= importExtras()
      .then(({ createToolHost }) => {
        host = createToolHost(page)
        if (isOver) page.change()
        return host
      })
      .catch((error) => {
        loading = undefined
        throw error
      }))

  /** Once, and not for ever. */
  async function wait() {
    const late = new Promise((resolve) => setTimeout(resolve, EXTRAS_WAIT_MS))
    // It is told already.
    await Promise.race([load(), late]).catch(() => {})
    isOver = true
  }

  return {
    /**
     * Settles when it can be described, in the page's own scheme where it wants that; `undefined`: now. Without the
     * code for it the frame does not hear of it.
     */
    ready: () =>
      isOver || (isSilent() && given.read.theme !== 'host') ? undefined : (waiting ??= wait()),
    describe: (): Pick<FrameSetup, 'tools' | 'context'> =>
      host?.describe() ?? (isSilent() ? { tools: [], context: {} } : {}),
    async runTool(
      run: unknown,
      controller: AbortController,
      frame: FrameChannel,
    ): Promise<ToolReply> {
      return (await load()).runTool(run, controller, frame)
    },
    async askTool(question: unknown, controller: AbortController): Promise<unknown> {
      return (await load()).askTool(question, controller)
    },
  }
}
