import type * as drawing from './draw-look.ts'
import { later } from '../../shared/later.ts'
import type { Look } from '../../shared/look/look-options.ts'

/** So long nothing is painted while the code comes that draws the look; then the chat's own look is. */
export const LOOK_WAIT_MS = 3_000

const load = later(() => import('./draw-look.ts'))

/**
 * Draws what the owner says of looks and words. Returns how to draw what the page says by now: settles
 * when it is drawn, or when nobody should wait for it any longer.
 *
 * @param ofProject what the operator's server said.
 * @param learn gets what was drawn.
 * @param tell gets what is wrong with what the page says, each once.
 */
export function createLookDrawer(
  document: Document,
  ofProject: unknown,
  learn: (look: Look) => void,
  tell: (problem: string) => void,
  loadDrawing: () => Promise<typeof drawing> = load,
) {
  let newest = 0
  let hasLook = ofProject !== undefined

  return async (ofPage: unknown): Promise<void> => {
    hasLook ||= ofPage !== undefined
    // Most chats look as they are.
    if (!hasLook) return
    newest += 1
    const mine = newest
    const drawn = loadDrawing().then(({ drawLook }) => {
      if (mine === newest) learn(drawLook(document, ofProject, ofPage, tell))
    })
    await Promise.race([drawn, new Promise((resolve) => setTimeout(resolve, LOOK_WAIT_MS))])
  }
}
