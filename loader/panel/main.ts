// The second file of the loader, `alcove-panel.js`. It is loaded when the chat is first used, so that other
// pages load the launcher only.
import { AlcoveError } from '../../shared/errors.ts'
import { importChecked } from '../import-checked.ts'
import { inTime } from '../in-time.ts'
import { createShell } from '../create-shell.ts'
import { adoptCss } from '../own-document.ts'
import SHELL_CSS from '../shell.css?inline'
import type { GivenPage } from './host-page.ts'
import { createPanelView as createView } from './panel-view.ts'
import type { Extras } from './keep-place.ts'
import { startChat as start, type PanelSide } from './start-chat.ts'

export { describeFailure } from './describe-failure.ts'

/** Beside this file, wherever this file was loaded from. */
const EXTRAS_FILE = './alcove-extras.js'
/** The third file's hash in the format of a tag's `integrity`. Set in the file of one version, empty elsewhere. */
declare const ALCOVE_EXTRAS_INTEGRITY: string
// Limit: FILE_TIMEOUT_MS of `inTime`, "a file that hangs is given up after its limit, and one that comes by then is
// taken".
const importExtras = (): Promise<Extras> =>
  ALCOVE_EXTRAS_INTEGRITY
    ? importChecked(new URL(EXTRAS_FILE, import.meta.url).href, ALCOVE_EXTRAS_INTEGRITY)
    : import(/* @vite-ignore */ EXTRAS_FILE)

export function startChat(page: GivenPage, importThird = importExtras): PanelSide {
  const { given, signal, iframe } = page
  const importTold = () =>
    inTime(importThird()).catch((cause) => {
      const error = new AlcoveError('script_failed', EXTRAS_FILE, { cause })
      page.tell(error)
      throw error
    })
  const side = start(
    {
      ...page,
      app: given.read.app,
      launcher: page.root.shadowRoot!.querySelector('button')!,
      close: () => page.setOpen(false, 'user'),
      async identify(auth) {
        signal.throwIfAborted()
        given.who = { epoch: given.who.epoch + 1, given: auth }
        return side.identify(given.who)
      },
    },
    importTold,
  )
  if (page.hint !== 'preview') return side
  let isAsked = false
  let entering: Promise<void> | undefined
  const enter = () =>
    (entering ??= importTold()
      .then((extras) => extras.enterPreview(page))
      .catch((error) => {
        entering = undefined
        throw error
      }))
  function load() {
    isAsked = true
    enter().then(side.load, (error) => page.move('broken', error))
  }
  // The first file may have opened the panel before this one was there. A failure is told by the import.
  enter().then(
    () => iframe.isConnected && !isAsked && side.load(),
    () => {},
  )
  return { ...side, load }
}
// Exports for loaders of version 0.1, which pages opened before an update still use.
export { askForToken } from './frame-handlers.ts'
export function createPanelView(
  root: HTMLElement,
  panel: HTMLElement,
  close: () => Promise<void>,
  retry: () => void,
  change: () => void,
  signal: AbortSignal,
) {
  const shell = createShell(close)
  // The styles of 0.1 leave no room for the launcher, and its frame is not slotted.
  adoptCss(panel.getRootNode() as ShadowRoot)(
    `#panel{margin-bottom:68px}${SHELL_CSS}iframe{position:absolute;inset:0;border:0;width:100%;height:100%}.shell{background:var(--canvas)}`,
  )
  const view = createView({ root, panel, shell, close, retry, change, signal })
  return {
    ...view,
    draw(isOpen: boolean, isUsable: boolean, failure: AlcoveError | undefined) {
      if (isUsable) shell.element.remove()
      else if (!shell.element.isConnected) panel.append(shell.element)
      view.draw(isOpen, { isShown: isUsable, isLate: false, failure })
    },
  }
}

declare const ALCOVE_VERSION: string

/** For the npm package, which compares it with its own version. `alcove doctor` searches for the text. */
export const tellVersion = (): string => `Alcove ${ALCOVE_VERSION}`
