import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page, Request } from '@playwright/test'
import { installWatch, type WatchSettings } from './install-watch.ts'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const ICON = 'svg path circle rect line polyline polygon ellipse g'
const ANSWER = `a bdi blockquote br button code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr input li math ol p
  pre span strong sup table tbody td th thead tr ul section`
const FRAME = `${ANSWER} ${ICON} html head body title meta link script style article aside dialog
  footer form header img label main nav output section textarea time details summary b i progress
  kbd small template select option fieldset legend`
const ATTRIBUTES = `class dir href target rel start value tabindex role type
  disabled checked scope translate id hidden lang colspan`
const MATH = `mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover
  munderover mtable mtr mtd mlabeledtr mstyle menclose mpadded mphantom mmultiscripts mprescripts
  merror none annotation semantics`

/** Paths that the frame requests from its own server. */
const OWN_PATHS =
  /^\/(v1\/(?!threads\?q=SECRET)|frame(\/|$)|alcove(-panel)?\.js$|p\/|assets\/view|[\w-]+\.(html|js|css)$|$)/

export interface WatchOptions {
  /** Origins of the test's own servers. */
  readonly own: readonly string[]
}

/** Records everything in a browser context that a hostile text must not cause. */
export interface Watch {
  /** Findings since the last call; empty if there are none. */
  take(): readonly string[]
  /** From now on, navigation of a document is a finding as well. */
  holdStill(): void
  release(): void
}

/** Must be created before the first page is opened. */
export async function createWatch(context: BrowserContext, options: WatchOptions): Promise<Watch> {
  const marker = `watch ${randomUUID()}`
  const settings: WatchSettings = {
    marker,
    frameElements: words(FRAME),
    answerElements: words(ANSWER),
    answerAttributes: words(ATTRIBUTES),
    mathElements: words(MATH),
  }
  let findings: string[] = []
  let isStill = false
  const find = (finding: string) => void findings.push(finding)

  function lookAtRequest(request: Request): void {
    const url = request.url()
    if (!/^(https?|wss?|ftp):/.test(url)) return
    const { origin, pathname, search } = new URL(url)
    if (options.own.includes(origin) && OWN_PATHS.test(pathname + search)) return
    find(`request: ${request.resourceType()} ${url}`)
  }

  function follow(page: Page): void {
    page.on('dialog', (dialog) => {
      find(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('download', (download) => find(`download: ${download.url()}`))
    page.on('crash', () => find('crash'))
    page.on('pageerror', (error) => find(`error: ${error.message}`))
    page.on('websocket', (socket) => find(`request: websocket ${socket.url()}`))
    page.on('frameattached', (frame) => isStill && find(`frame: ${frame.url()}`))
    page.on('framenavigated', (frame) => isStill && find(`navigation: ${frame.url()}`))
  }

  await context.addInitScript(installWatch, settings)
  context.on('request', lookAtRequest)
  context.on('console', (message) => {
    const text = message.text()
    if (text.startsWith(marker)) find(text.slice(marker.length + 1))
  })
  context.on('page', (page) => {
    follow(page)
    if (isStill) find(`popup: ${page.url()}`)
  })
  context.pages().forEach(follow)

  return {
    take() {
      const taken = findings
      findings = []
      return taken
    },
    holdStill: () => void (isStill = true),
    release: () => void (isStill = false),
  }
}
