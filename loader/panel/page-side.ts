import type { FrameSetup, ToolReply } from '../../shared/bridge/contract.ts'
import type { ToolHost } from '../extras/tool-host.ts'
import type { FrameChannel } from './frame-link.ts'
import type { HostPage } from './host-page.ts'
import type { Extras } from './keep-place.ts'

/** How long a frame waits for its page's tools. */
export const EXTRAS_WAIT_MS = 10_000

/** The page's tools and context for the assistant. The code is loaded only for pages that have some. */
export function createPageSide(
  page: HostPage,
  importExtras: () => Promise<Extras>,
  offerBack: () => void = () => {},
) {
  const { given } = page
  let host: ToolHost | undefined
  let loading: Promise<ToolHost> | undefined
  let waiting: Promise<unknown> | undefined
  /** The wait is over: the code was loaded, failed, or is late. */
  let isOver = false
  /** The page has neither tools nor context. */
  const isSilent = () =>
    given.tools.size === 0 && given.fields.size === 0 && given.context === undefined

  const load = (): Promise<ToolHost> =>
    (loading ??= importExtras()
      .then(({ createToolHost }) => {
        host = createToolHost(page, offerBack)
        if (isOver) page.change()
        return host
      })
      .catch((error) => {
        loading = undefined
        throw error
      }))

  /** Waits once, for a limited time. */
  async function wait() {
    const late = new Promise((resolve) => setTimeout(resolve, EXTRAS_WAIT_MS))
    // The failure is already reported.
    await Promise.race([load(), late]).catch(() => {})
    isOver = true
  }

  return {
    /**
     * Settles when tools, context and the page's own scheme can be described; `undefined`: now. Without the
     * code, the frame gets none of them.
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
    takeCause: (callId: unknown): unknown => host?.takeCause(callId),
    async askTool(question: unknown, controller: AbortController): Promise<unknown> {
      return (await load()).askTool(question, controller)
    },
  }
}
