import { later } from '../../shared/later.ts'
import type { Look } from '../../shared/look/look-options.ts'

/** So long nothing is painted while the code comes that draws the look; then the chat's own look is. */
export const LOOK_WAIT_MS = 3_000

const load = later(() => import('./draw-look.ts'))

export interface LookListener {
  /** What was drawn. */
  readonly learn: (look: Look) => void
  /** Something is wrong with what the page says; each is told once. */
  readonly tell: (problem: string) => void
}

/**
 * Draws what the owner says of looks and words. Returns how to draw what the page says by now: settles
 * when it is drawn, or when nobody should wait for it any longer.
 *
 * @param ofProject what the operator's server said.
 */
export function createLookDrawer(document: Document, ofProject: unknown, listener: LookListener) {
  const told = new Set<string>()
  let newest = 0
  let hasLook = ofProject !== undefined

  return async (ofPage: unknown): Promise<void> => {
    hasLook ||= ofPage !== undefined
    // Most chats look as they are.
    if (!hasLook) return
    newest += 1
    const mine = newest
    const drawn = load().then(({ drawLook, checkMessages }) => {
      if (mine !== newest) return
      const { look, problems } = drawLook(document, ofProject, ofPage)
      listener.learn(look)
      const tellOnce = (problem: string) => {
        if (!told.has(problem)) listener.tell(problem)
        told.add(problem)
      }
      problems.forEach(tellOnce)
      void checkMessages(look.messages).then((wrong) => wrong.forEach(tellOnce))
    })
    let timer: ReturnType<typeof setTimeout> | undefined
    const isLate = new Promise<void>((resolve) => (timer = setTimeout(resolve, LOOK_WAIT_MS)))
    await Promise.race([drawn, isLate])
    clearTimeout(timer)
  }
}
