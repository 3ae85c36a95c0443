import type * as extrasModule from '../extras/main.ts'
import type { Placement } from '../extras/placement.ts'
import { ofDocument } from '../own-document.ts'
import { needsExtras } from './given-options.ts'
import type { HostPage } from './host-page.ts'
import type { PanelShape } from './panel-view.ts'

/** The third file of the loader. */
export type Extras = typeof extrasModule

/** The chat's place on the page and the elements beside it. The code is loaded only for pages that need it. */
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
    /** Applies the options, at first and after each change. */
    async follow() {
      if (!placement && !needsExtras(page.given)) return
      try {
        await place()
      } catch {
        // Without the third file the launcher is in its corner. An inserted root is not moved, because its
        // frame would reload.
        if (!page.root.isConnected) page.insert()
      }
    },
    notify: async (notice: unknown) => (await place()).notify(notice),
    /** Shows a bubble that opens the panel again. A failed load is already reported, and the launcher opens it too. */
    offerBack: (text: string) =>
      void place().then(
        (placed) => placed.offerBack(text),
        () => {},
      ),
    draw(isNowOpen: boolean, nowUnread: number) {
      isOpen = isNowOpen
      unread = nowUnread
      placement?.draw(isOpen, unread)
      // Loaded once. A failure is already reported.
      if (page.root.isConnected && (page.given.isFocusCovered || hasModal()))
        asked ??= place().catch(() => {})
    },
  }
}

/** Whether a modal dialog of the page is open, perhaps from before the chat was added. */
const hasModal = () => ofDocument('querySelector').call(document, 'dialog:modal')
