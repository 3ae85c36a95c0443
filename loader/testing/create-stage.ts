import { createChannel } from '../../shared/bridge/channel.ts'
import type { Channel } from '../../shared/bridge/channel.ts'
import type {
  FrameEvents,
  FrameMethods,
  FrameSetup,
  HostEvents,
  HostMethods,
  OpenRequest,
  PageCommand,
  HumanQuestion,
} from '../../shared/bridge/contract.ts'
import { serializeError } from '../../shared/errors.ts'
import type { JsonValue } from '../../shared/json.ts'
import type { ChatOptions } from '../chat-options.ts'
import type { ChatInstance } from '../chat-instance.ts'
import { createChat } from '../create-chat.ts'
import type { PanelModule } from '../controller.ts'
import { createGlobal } from '../queue.ts'

export const FRAME_ORIGIN = 'https://chat.test'

interface Sent {
  readonly message: { readonly type: string; readonly nonce: string; readonly setup: FrameSetup }
  readonly targetOrigin: string
  readonly transfer: readonly MessagePort[]
}

/** A load of a frame's document, as the loader meets it. */
export interface FakeFrame {
  readonly opens: OpenRequest[]
  readonly setups: FrameSetup[]
  /** Failures of updates, as they were sent to the loader. */
  readonly refusals: object[]
  readonly commands: PageCommand[]
  /** Progress that running tools reported. */
  readonly progress: unknown[]
  /** Messages that the loader posted to the window itself. */
  readonly sent: Sent[]
  readonly channel: Channel<HostMethods, HostEvents>
}

export interface FrameBehaviour {
  /** Awaited before `setOpen` is answered. */
  readonly usable?: Promise<void>
  readonly nonce?: string
  /** The person's answer. */
  readonly askHuman?: (question: HumanQuestion) => JsonValue | Promise<JsonValue>
  /** Awaited before an update is answered; its failure is the answer. */
  readonly update?: (setup: FrameSetup) => Promise<void>
  /** Result of a command. Default: `done`. */
  readonly run?: (command: PageCommand) => JsonValue | Promise<JsonValue>
}

/** A chat in the test's document, with a fake window in its iframe that the test controls. */
export function createStage(
  options: ChatOptions = {},
  importPanel = importSources,
  /** The file that pages of the developer's own machine import at once, such as this test's page. */
  importDebug: () => Promise<unknown> = () => Promise.reject(new TypeError('Failed to fetch')),
) {
  holdIframes()
  const imports: string[] = []
  const chat: ChatInstance = createGlobal(
    createChat({ baseUrl: FRAME_ORIGIN, ...options }, (url) => {
      if (url.endsWith('/alcove-debug.js')) return importDebug()
      imports.push(url)
      return importPanel()
    }),
  )
  const root = () => document.querySelector('alcove-root')!
  const find = (selector: string) => root().shadowRoot!.querySelector<HTMLElement>(selector)!
  const iframe = () => root().querySelector('iframe')!

  const sent: Sent[] = []
  const frameWindow = {
    postMessage(message: Sent['message'], targetOrigin: string, transfer?: MessagePort[]) {
      // Presses that are passed on come without a port.
      if (transfer) sent.push({ message, targetOrigin, transfer })
    },
  }
  const post = (data: unknown, origin = FRAME_ORIGIN, source: unknown = frameWindow) =>
    window.dispatchEvent(Object.assign(new Event('message'), { data, origin, source, ports: [] }))

  function greet(nonce: string) {
    Object.defineProperty(iframe(), 'contentWindow', { value: frameWindow, configurable: true })
    post({ type: 'alcove:hello', nonce, protocol: [1], build: 'test' })
  }

  /** Sends the hello of the frame's document until the loader's second file answers and opens the port. */
  async function loadFrame(behaviour: FrameBehaviour = {}): Promise<FakeFrame> {
    const {
      usable,
      nonce = `nonce-${sent.length}`,
      askHuman = () => null,
      run = () => 'done',
      update,
    } = behaviour
    const before = sent.length
    for (greet(nonce); sent.length === before; greet(nonce)) {
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    const init = sent.at(-1)!
    const opens: OpenRequest[] = []
    const commands: PageCommand[] = []
    const progress: unknown[] = []
    const setups: FrameSetup[] = [init.message.setup]
    const refusals: object[] = []
    const channel = createChannel<FrameMethods, FrameEvents, HostMethods, HostEvents>(
      init.transfer[0]!,
      {
        async setOpen(request) {
          opens.push(request as OpenRequest)
          await usable
        },
        async update(setup) {
          setups.push(setup as FrameSetup)
          await update?.(setup as FrameSetup).catch((error: unknown) => {
            refusals.push(serializeError(error))
            throw error
          })
        },
        askHuman: (question) => askHuman(question as HumanQuestion),
        run: (command) => {
          commands.push(command as PageCommand)
          return run(command as PageCommand)
        },
      },
      { progress: (state) => void progress.push(state) },
    )
    return { opens, setups, refusals, commands, progress, sent, channel }
  }

  return { chat, imports, root, find, iframe, frameWindow, post, sent, greet, loadFrame }
}

/** The second file from its sources, where the third is not a file beside it. */
export const importSources = async (): Promise<PanelModule> => {
  const panel = await import('../panel/main.ts')
  return { ...panel, startChat: (page) => panel.startChat(page, () => import('../extras/main.ts')) }
}

/** Keeps iframes from loading, because the test speaks for their documents. */
export function holdIframes() {
  const { happyDOM } = window as unknown as {
    happyDOM: {
      settings: { enableIframePageLoading: boolean; fetch: { interceptor: unknown } }
    }
  }
  happyDOM.settings.enableIframePageLoading = true
  happyDOM.settings.fetch.interceptor = { beforeAsyncRequest: () => new Promise(() => {}) }
}
