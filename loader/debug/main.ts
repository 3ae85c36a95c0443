// The fourth file of the loader, `alcove-debug.js`: for the page's developers, loaded by `doctor`, `metrics`
// or `data-debug`. The third file imports it.
import type { ChatMetrics, Diagnosis, FetchedFile } from '../diagnosis.ts'
import type { HostPage } from '../panel/host-page.ts'
import { examine } from './examine.ts'
import { findUnknownEvent } from './find-unknown-event.ts'
import { createOverlay } from './overlay.ts'
import { createCopyButton } from './copy-button.ts'
import { watchPage, type Watch } from './watch.ts'

export { checkPage } from './check-page.ts'

declare const ALCOVE_VERSION: string

/** For the npm package, as in the second file. */
export const tellVersion = (): string => `Alcove ${ALCOVE_VERSION}`

/** Watches by chat; each chat has its own `given`. */
const watches = new WeakMap<HostPage['given'], Watch>()
const shown = new WeakSet<HostPage['given']>()
/** Names that were already reported: a component adds its listener again on every render. */
const reportedEvents = new Set<string>()

function watchOf(page: HostPage): Watch {
  const watch = watches.get(page.given) ?? watchPage(page)
  watches.set(page.given, watch)
  return watch
}

/** See `ChatCommands.doctor`. */
export function diagnose(page: HostPage): Diagnosis {
  const { given, url, app } = page
  const watch = watchOf(page)
  const { messages, errors, announcements, build } = watch
  return {
    at: new Date().toISOString(),
    // Query and hash may hold tokens and searches.
    page: location.origin + location.pathname,
    service: url.origin,
    app,
    browser: navigator.userAgent,
    versions: { loader: ALCOVE_VERSION, frame: build },
    state: given.side!.get(),
    findings: examine(page, watch),
    metrics: measure(page),
    errors: [...errors],
    messages: [...messages],
    announcements: [...announcements],
  }
}

/** See `ChatCommands.metrics`. */
export function measure(page: HostPage): ChatMetrics {
  const { openedAt: open, readyAt: ready } = page.given
  const files = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.startsWith(`${page.url.origin}/`))
    .map((entry): FetchedFile => {
      const { name, startTime, duration, transferSize, encodedBodySize } =
        entry as PerformanceResourceTiming
      // Without `Timing-Allow-Origin`, all sizes of another origin are 0.
      const hasSizes = transferSize > 0 || encodedBodySize > 0
      return {
        path: new URL(name).pathname,
        at: Math.round(startTime),
        ms: Math.round(duration),
        bytes: hasSizes ? transferSize : null,
      }
    })
  return { files, times: { script: files[0]?.at ?? null, open: round(open), ready: round(ready) } }
}

const round = (time: number | undefined) => (time === undefined ? null : Math.round(time))

/** Shows the traffic between page and chat in a box beside it. Only once. */
export function showOverlay(page: HostPage): void {
  if (shown.has(page.given)) return
  shown.add(page.given)
  createOverlay(page, watchOf(page), () => diagnose(page))
}

/** Adds a button that copies the report to an error card, or warns about a listener for an unknown event. */
export function tellDeveloper(page: HostPage, of: Element | string): void {
  if (typeof of !== 'string') {
    const button = createCopyButton(() => diagnose(page))
    button.style.marginInlineStart = '8px'
    return of.append(button)
  }
  if (reportedEvents.has(of)) return
  reportedEvents.add(of)
  const error = findUnknownEvent(of)
  if (error) page.tell(error)
}
