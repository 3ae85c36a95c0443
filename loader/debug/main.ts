// The fourth file of the loader, `alcove-debug.js`: for the page's developers, who ask for it by `doctor`, `metrics` or
// `data-debug`. The third file imports it.
import { AlcoveError } from '../../shared/errors.ts'
import { nearestName } from '../../shared/nearest-name.ts'
import { EVENT_NAMES } from '../chat-events.ts'
import type { ChatMetrics, Diagnosis, FetchedFile } from '../diagnosis.ts'
import type { HostPage } from '../panel/host-page.ts'
import { examine } from './examine.ts'
import { createOverlay } from './overlay.ts'
import { createCopyButton } from './copy-button.ts'
import { watchPage, type Watch } from './watch.ts'

declare const ALCOVE_VERSION: string

/** By what the page said, of which each chat has one. */
const watches = new WeakMap<HostPage['given'], Watch>()
const shown = new WeakSet<HostPage['given']>()
/** Names that were told: a component listens anew all the time. */
const toldEvents = new Set<string>()

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
    // Tokens and searches stand behind the path.
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
  const { openedAt: open, readyAt: ready } = watchOf(page)
  const files = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.startsWith(`${page.url.origin}/`))
    .map((entry): FetchedFile => {
      const { name, startTime, duration, transferSize, encodedBodySize } =
        entry as PerformanceResourceTiming
      // A service that does not say so tells another origin's page no sizes: all are 0 then.
      const isTold = transferSize > 0 || encodedBodySize > 0
      return {
        path: new URL(name).pathname,
        at: Math.round(startTime),
        ms: Math.round(duration),
        bytes: isTold ? transferSize : null,
      }
    })
  return { files, times: { script: files[0]?.at ?? null, open: round(open), ready: round(ready) } }
}

const round = (time: number | null) => (time === null ? null : Math.round(time))

/** Shows what happens between page and chat, in a box beside it; once. */
export function showOverlay(page: HostPage): void {
  if (shown.has(page.given)) return
  shown.add(page.given)
  createOverlay(page, watchOf(page), () => diagnose(page))
}

/** Puts a button into a failure's card that copies its report, and tells whoever listens to an event that there is not. */
export function tellDeveloper(page: HostPage, of: Element | string): void {
  if (typeof of !== 'string') {
    const button = createCopyButton(() => diagnose(page))
    button.style.marginInlineStart = '8px'
    return of.append(button)
  }
  if (toldEvents.has(of)) return
  toldEvents.add(of)
  const error = findUnknownEvent(of)
  if (error) page.tell(error)
}

/** What somebody listens to and never hears, with the event that they may have meant; nothing, where there is such an event. */
export function findUnknownEvent(name: string): AlcoveError | undefined {
  if (name === '*' || Object.hasOwn(EVENT_NAMES, name)) return undefined
  const nearest = nearestName(name, Object.keys(EVENT_NAMES))
  const meant = nearest === undefined ? '' : `; did you mean ${nearest}?`
  return new AlcoveError('config_invalid', `on: there is no event ${name.slice(0, 64)}${meant}`)
}
