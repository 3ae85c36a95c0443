import { AlcoveError } from '../../shared/errors.ts'
import type { HostPage } from '../panel/host-page.ts'
import { SHEET_QUERY } from '../panel/panel-queries.ts'
import { isSheetEntry } from '../panel/ways-out.ts'

/** How long a closed sheet's step back in the history may take. */
export const STEP_BACK_WAIT_MS = 500

/** The part of a tool that tells what it does to the page. */
interface Shown {
  readonly scope?: string | undefined
}

/** Makes way for one run of a tool. */
export interface WayForRun {
  /** Before the run: a sheet hides the whole page. */
  readonly begin: () => Promise<void>
  /** `ToolContext.show`. */
  readonly show: (element: Element) => Promise<void>
  /** After the run. */
  readonly end: (hasFailed: boolean) => void
}

/**
 * Closes the panel where it covers the part of the page that a tool shows, and offers a way back. The answer goes on
 * meanwhile.
 */
export function createStepAside(
  { panel, launcher, given, setOpen }: Pick<HostPage, 'panel' | 'launcher' | 'given' | 'setOpen'>,
  offerBack: () => void,
): (tool: Shown) => WayForRun {
  const isOpen = () => launcher.getAttribute('aria-expanded') === 'true' && !given.isFixed
  const isSheet = () => matchMedia(SHEET_QUERY).matches

  async function stepAside() {
    if (!isOpen()) return
    void setOpen(false, 'api')
    await stepBack()
    offerBack()
  }

  return ({ scope }) => {
    let isAside = false
    let isShown = false

    async function makeWay() {
      isAside ||= isOpen()
      await stepAside()
    }

    return {
      async begin() {
        // Afterwards is too late: a closing sheet restores the place of the page, and steps back in its history.
        if (scope === 'navigate' && isSheet()) await makeWay()
      },
      async show(element) {
        if (!(element instanceof Element)) {
          throw new AlcoveError('invalid_request', 'show: expected an element of the page')
        }
        isShown = true
        if (isSheet()) await makeWay()
        element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
        if (isOpen() && isCovered(element, panel)) await makeWay()
      },
      end(hasFailed) {
        if (hasFailed && isAside) void setOpen(true, 'api').catch(() => {})
        // The tool does not tell what it has shown.
        else if (!hasFailed && scope === 'navigate' && !isShown && !isAside) void stepAside()
      },
    }
  }
}

/** Whether two elements overlap on the screen. */
function isCovered(element: Element, panel: Element): boolean {
  const shown = element.getBoundingClientRect()
  const over = panel.getBoundingClientRect()
  return (
    shown.left < over.right &&
    shown.right > over.left &&
    shown.top < over.bottom &&
    shown.bottom > over.top
  )
}

/** A closed sheet removes its entry from the history; until then, a navigation of the tool would be undone. */
async function stepBack(): Promise<void> {
  if (!isSheetEntry()) return
  await new Promise<void>((resolve) => {
    // Limit: STEP_BACK_WAIT_MS, "a tool does not wait for a history that stays as it is".
    const timer = setTimeout(resolve, STEP_BACK_WAIT_MS)
    addEventListener(
      'popstate',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
  // The browser restores the place of the page with the entry.
  await new Promise((resolve) => setTimeout(resolve))
}
