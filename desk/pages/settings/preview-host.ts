import { createChannel } from '../../../shared/bridge/channel.ts'
import type { Channel } from '../../../shared/bridge/channel.ts'
import type {
  FrameEvents,
  FrameMethods,
  FrameSetup,
  HostEvents,
  HostMethods,
} from '../../../shared/bridge/contract.ts'
import { acceptFrame } from '../../../shared/bridge/handshake.ts'

export interface PreviewHostOptions {
  readonly window: Window
  readonly iframe: HTMLIFrameElement
  /** The chat's origin. */
  readonly origin: string
  readonly setup: () => FrameSetup
  /** The frame refused this page, or speaks another protocol. */
  readonly onFail: () => void
}

/** The page around a previewed chat, as the loader is on a site. */
export interface PreviewHost {
  /** Sends the setup anew. */
  readonly update: () => void
  readonly end: () => void
}

/** Connects the desk with the frame, across each load of it. The frame gets no tools, no user and no links. */
export function hostPreview({
  window,
  iframe,
  origin,
  setup,
  onFail,
}: PreviewHostOptions): PreviewHost {
  const life = new AbortController()
  let nonce: string | undefined
  let channel: Channel<FrameMethods, FrameEvents> | undefined

  function connect(port: MessagePort): void {
    channel?.close()
    channel = createChannel<HostMethods, HostEvents, FrameMethods, FrameEvents>(
      port,
      {
        getToken: () => null,
        getVisitorProof: () => '',
        close: () => {},
        runTool: () => ({ errorText: 'The desk has no tools.' }),
        openLink: () => 'done',
        askTool: () => null,
      },
      NO_LISTENERS,
    )
    // A frame that leaves meanwhile says hello again.
    channel.call('setOpen', { isOpen: true, userGesture: false }).catch(() => {})
  }

  window.addEventListener(
    'message',
    (event) => {
      try {
        const found = acceptFrame(event, iframe.contentWindow, origin, nonce, setup, (given) => {
          nonce = given
        })
        if (found) connect(found.port)
      } catch {
        onFail()
      }
    },
    { signal: life.signal },
  )
  return {
    // A setup that is too long for a message is shown after the next load.
    update: () => void channel?.call('update', setup()).catch(() => {}),
    end() {
      life.abort()
      channel?.close()
    },
  }
}

const ignore = (): void => {}
const NO_LISTENERS = {
  state: ignore,
  panel: ignore,
  event: ignore,
  error: ignore,
  words: ignore,
  projectLook: ignore,
  leavePreview: ignore,
}
