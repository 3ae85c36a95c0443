import type * as extrasModule from '../extras/main.ts'
import type { Placement } from '../extras/placement.ts'
import { ofDocument } from '../own-document.ts'
import { needsExtras } from './given-options.ts'
import type { HostPage } from './host-page.ts'
import type { PanelShape } from './panel-view.ts'

/** The third file of the loader. */
export type Extras = typeof extrasModule

/** Where the chat stands on the page, and what stands beside it: the code for it is fetched for pages that say so. */
export function keepPlace(
  page: HostPage,
  shape: PanelShape,
  importExtras: () => Promise<Extras>,
  run: (name: string, args: readonly unknown[]) => Promise<unknown>,
) {
  let placement: Placement | undefined
  let isOpen = false
  let unread = 0
  let asked: Promise<unknown> | undefined

  async function place() {
    const { createPlacement } = await importExtras()
    placement ??= createPlacement(page, shape, (name, ...args) => run(name, args))
    placement.follow()
    placement.draw(isOpen, unread)
    return placement
  }

  return {
    /** The options changed, or are there for the first time. */
    async follow() {
      if (!placement && !needsExtras(page.given)) return
      try {
        await place()
      } catch {
        // Then there is a launcher in its corner. One that is there is not moved: its frame would load again.
        if (!page.root.isConnected) page.insert()
      }
    },
    notify: async (notice: unknown) => (await place()).notify(notice),
    draw(isNowOpen: boolean, nowUnread: number) {
      isOpen = isNowOpen
      unread = nowUnread
      placement?.draw(isOpen, unread)
      // Once: what does not come is told already.
      if (page.root.isConnected && (page.given.isFocusCovered || hasModal()))
        asked ??= place().catch(() => {})
    },
  }
}

/** Whether a modal dialog of the page is open, perhaps since before there was a chat. */
const hasModal = () => ofDocument('querySelector').call(document, 'dialog:modal')
