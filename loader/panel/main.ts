// The second file of the loader, `alcove-panel.js`. It is loaded when the chat is first used, so that other
// pages load the launcher only.
import { AlcoveError } from '../../shared/errors.ts'
import { importChecked } from '../import-checked.ts'
import { inTime } from '../in-time.ts'
import { adoptCss } from '../own-document.ts'
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
  const { given, signal } = page
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
    () =>
      inTime(importThird()).catch((cause) => {
        const error = new AlcoveError('script_failed', EXTRAS_FILE, { cause })
        page.tell(error)
        throw error
      }),
  )
  return side
}
// Exports for loaders of version 0.1, which pages opened before an update still use.
export { askForToken } from './frame-handlers.ts'
export const createPanelView: typeof createView = (root, panel, ...rest) => {
  // The styles of 0.1 leave no room for the launcher; later loaders know the corner.
  adoptCss(panel.getRootNode() as ShadowRoot)('#panel{margin-bottom:68px}')
  return createView(root, panel, ...rest)
}

declare const ALCOVE_VERSION: string

/** For the npm package, which compares it with its own version. `alcove doctor` searches for the text. */
export const tellVersion = (): string => `Alcove ${ALCOVE_VERSION}`
