import type * as drawing from './draw-look.ts'
import { later } from '../../shared/later.ts'
import type { Look } from '../../shared/look/look-options.ts'

/** Time for which nothing is painted while the code for looks loads; afterwards the chat's default look is used. */
export const LOOK_WAIT_MS = 3_000

const load = later(() => import('./draw-look.ts'))

/**
 * Applies the owner's looks and texts. Returns a function that applies the page's: its promise settles when they
 * are drawn, or take too long to wait for.
 *
 * @param ofProject settings from the operator's server. @param onChange called with the applied settings. @param warn
 * called with each problem of the page's settings, once.
 */
export function createLookDrawer(
  document: Document,
  ofProject: unknown,
  onChange: (look: Look) => void,
  warn: (problem: string) => void,
  loadDrawing: () => Promise<typeof drawing> = load,
) {
  let newest = 0
  let hasLook = ofProject !== undefined

  return async (ofPage: unknown): Promise<void> => {
    hasLook ||= ofPage !== undefined
    // Most chats have the default look.
    if (!hasLook) return
    newest += 1
    const mine = newest
    const drawn = loadDrawing().then(({ drawLook }) => {
      if (mine === newest) onChange(drawLook(document, ofProject, ofPage, warn))
    })
    await Promise.race([drawn, new Promise((resolve) => setTimeout(resolve, LOOK_WAIT_MS))])
  }
}
