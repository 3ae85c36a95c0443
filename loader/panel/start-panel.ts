import { createChannel } from '../../shared/bridge/channel.ts'
import type { Channel } from '../../shared/bridge/channel.ts'
import type {
  FrameEvents,
  FrameMethods,
  HostTool,
  HostContext,
} from '../../shared/bridge/contract.ts'
import { createNewsAnnouncer } from './announce-news.ts'
import { closeOnEscape } from './close-on-escape.ts'
import { createContextReader } from './describe-context.ts'
import { createFrameHandlers } from './frame-handlers.ts'
import type { HostPage } from './host-page.ts'
import { keepPageHint } from './keep-page-hint.ts'
import { createPanelView } from './panel-view.ts'
import type { PanelView } from './panel-view.ts'
import { createToolHost } from './tool-host.ts'

export type FrameChannel = Channel<FrameMethods, FrameEvents>

export interface PanelSide extends PanelView {
  /** Speaks with a proved frame. */
  readonly connect: (port: MessagePort) => FrameChannel
  /** Gives a frame the focus that it could not take itself; it was told that it may. */
  readonly focus: () => void
  /** What the frame is told of what the page offers. */
  readonly describe: () => { readonly tools: readonly HostTool[]; readonly context: HostContext }
  /** What the next page shall know. */
  readonly remember: (isRunning: boolean, isUnread: boolean) => void
}

/** The second file at work: draws the panel, speaks with the frame, and runs the page's tools. */
export function startPanel(page: HostPage): PanelSide {
  const { app, root, panel, close, retry, handleChange, signal } = page
  const toolHost = createToolHost(page)
  const readContext = createContextReader(page.tell)
  const view = createPanelView(root, panel, close, retry, handleChange, signal)
  const tellNews = createNewsAnnouncer(panel.parentNode!)
  let isOpen = false
  let unread = 0

  closeOnEscape(close, signal)
  return {
    ...view,
    remember: keepPageHint(app, signal),
    draw(isNowOpen, ...rest) {
      isOpen = isNowOpen
      view.draw(isOpen, ...rest)
      tellNews(isOpen, unread)
    },
    focus() {
      const iframe = panel.querySelector('iframe')
      // In Chromium a frame that has just started, or has the focus already, loses what is given to
      // it: the keys then go to the page.
      if ((panel.getRootNode() as ShadowRoot).activeElement !== iframe) iframe?.focus()
    },
    describe: () => ({ tools: toolHost.describe(), context: readContext(page.tools.context) }),
    connect(port) {
      const channel: FrameChannel = createChannel(
        port,
        ...createFrameHandlers(
          {
            ...page,
            setUnread(count, isRunning) {
              unread = count
              // Draws, and so tells.
              page.setUnread(count, isRunning)
            },
          },
          (run, controller) => toolHost.runTool(run, controller, channel),
          view.setWide,
        ),
      )
      return channel
    },
  }
}
