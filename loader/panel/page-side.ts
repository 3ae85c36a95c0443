import type { FrameSetup, ToolReply } from '../../shared/bridge/contract.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { ToolHost } from '../extras/tool-host.ts'
import type { FrameChannel } from './frame-link.ts'
import type { HostPage } from './host-page.ts'
import type { Extras } from './keep-place.ts'

/** So long a frame waits for its page's tools. */
export const EXTRAS_WAIT_MS = 10_000

/** What the page lets the assistant do, and says to it. The code for that is fetched for pages that say something. */
export function createPageSide(page: HostPage, importExtras: () => Promise<Extras>) {
  const { tell } = page
  const { said } = page.given
  let host: ToolHost | undefined
  let loading: Promise<unknown> | undefined
  let waiting: Promise<unknown> | undefined
  /** Nobody waits for it any more: it is there, did not come, or is late. */
  let isOver = false
  const isSilent = () => said.size === 0

  const load = () =>
    (loading ??= importExtras()
      .then(({ createToolHost }) => {
        host = createToolHost(page)
        if (isOver) page.change()
      })
      .catch((error) => {
        loading = undefined
        tell(error)
      }))

  /** Once, and not for ever. */
  async function wait() {
    await Promise.race([load(), new Promise((resolve) => setTimeout(resolve, EXTRAS_WAIT_MS))])
    isOver = true
  }

  function loaded(): ToolHost {
    if (!host) throw new AlcoveError('unavailable', 'The code for tools is not there.')
    return host
  }

  return {
    /** Settles when it can be described; `undefined`: now. Without the code for it the frame does not hear of it. */
    ready: () => (isOver || isSilent() ? undefined : (waiting ??= wait())),
    describe: (): Pick<FrameSetup, 'tools' | 'context'> =>
      host?.describe() ?? (isSilent() ? { tools: [], context: {} } : {}),
    async runTool(
      run: unknown,
      controller: AbortController,
      frame: FrameChannel,
    ): Promise<ToolReply> {
      await load()
      return loaded().runTool(run, controller, frame)
    },
    async askTool(question: unknown, controller: AbortController): Promise<unknown> {
      await load()
      return loaded().askTool(question, controller)
    },
  }
}
