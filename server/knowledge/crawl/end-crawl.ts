import type { CrawlLease, SourceRow, Store } from '../../store/store.ts'
import { everyMs } from '../../../shared/api/source-options.ts'
import type { SourceSettings } from '../source-settings.ts'
import type { Listing, Walk } from './fetched.ts'

const DAY_MS = 86_400_000
/** Time after which a source whose crawl failed is tried again, at the latest. */
export const FAILED_AGAIN_MS = 3_600_000
/** A source with fewer documents may lose most of them at once. */
export const FEW_DOCUMENTS = 10
const DOCUMENTS_PER_STEP = 20
const ADDRESSES_PER_STEP = 200
const FAILURES_SHOWN = 3

/** Counts of a crawl, for its end. */
export interface CrawlTally {
  bytes: number
  tried: number
  /** Addresses without an answer, each with its reason. */
  readonly failed: string[]
  /** Addresses that found no place within the limit of pages. */
  leftOut: number
  /** The bound that ended the crawl before its queue was empty, or `down`: the site does not answer. */
  stop: 'minutes' | 'bytes' | 'down' | undefined
}

export interface EndedCrawl {
  readonly lease: CrawlLease
  readonly source: SourceRow & { readonly crawlId: string; readonly crawlStartedAt: string }
  readonly settings: SourceSettings
  readonly walk: Walk
  readonly listing: Listing
  readonly tally: CrawlTally
}

interface EndOptions {
  readonly signal: AbortSignal
  readonly acceptsLoss?: boolean | undefined
}

/** Forgets what is gone, if the crawl can tell, and ends it. */
export async function endCrawl(
  store: Store,
  crawl: EndedCrawl,
  { signal, acceptsLoss = false }: EndOptions,
): Promise<void> {
  const { lease, source, settings, walk, listing, tally } = crawl
  await forgetExcluded(store, source.id, walk, signal)
  const found = await store.crawledDocuments.countFound(source.id, source.crawlId)
  const trouble = troubleOf(crawl) ?? (acceptsLoss ? undefined : lossText(found))
  if (trouble === undefined && tally.stop === undefined) {
    await forgetMissing(store, crawl, signal)
  }
  await store.knowledge.tidy(signal)
  const problems = [trouble, ...notesOf(crawl), ...listing.problems].filter(
    (problem) => problem !== undefined,
  )
  await store.crawls.end(lease, {
    state: trouble === undefined ? 'ready' : 'failed',
    problem: problems.length === 0 ? null : problems.join(' '),
    dueAt: dueAt(store.now(), source.crawlStartedAt, settings, trouble !== undefined),
  })
}

/** Documents that the settings exclude now are forgotten at once: the owner said so. */
async function forgetExcluded(store: Store, sourceId: string, walk: Walk, signal: AbortSignal) {
  let after = ''
  for (;;) {
    signal.throwIfAborted()
    const page = await store.crawledDocuments.listAddresses(sourceId, after, ADDRESSES_PER_STEP)
    const last = page.at(-1)
    if (!last) return
    after = last.address
    const excluded = page.filter(({ address }) => !walk.takes(address))
    await store.knowledge.removeDocuments(excluded.map(({ id }) => id))
  }
}

async function forgetMissing(store: Store, { source }: EndedCrawl, signal: AbortSignal) {
  const { id: sourceId, crawlId, crawlStartedAt: startedAt } = source
  await store.crawledDocuments.markMissing(sourceId, crawlId, startedAt)
  const dayBefore = new Date(Date.parse(startedAt) - DAY_MS).toISOString()
  for (;;) {
    signal.throwIfAborted()
    const gone = await store.crawledDocuments.listForgettable(
      sourceId,
      crawlId,
      dayBefore,
      DOCUMENTS_PER_STEP,
    )
    if (gone.length === 0) break
    await store.crawlQueue.dropAddresses(
      sourceId,
      gone.map(({ address }) => address),
    )
    await store.knowledge.removeDocuments(gone.map(({ id }) => id))
  }
  while (await store.crawlQueue.dropSome(sourceId, crawlId)) signal.throwIfAborted()
}

/** Reasons for which a crawl does not know what is missing. */
function troubleOf({ tally, listing }: EndedCrawl): string | undefined {
  const { failed, tried, stop } = tally
  if (stop === 'down')
    return `The site does not answer, and nothing was forgotten: ${failed.at(-1)}`
  if (!listing.isWhole) return 'Its list is not whole, so nothing was forgotten.'
  if (failed.length * 2 <= tried) return undefined
  return `${failed.length} of ${tried} addresses could not be fetched, so nothing was forgotten: ${shorten(failed)}`
}

/** A source that suddenly lists far less has an error more often than a new plan. */
function lossText({
  present,
  lost,
}: {
  readonly present: number
  readonly lost: number
}): string | undefined {
  const isMost = lost > present && (present === 0 || lost + present >= FEW_DOCUMENTS)
  if (!isMost) return undefined
  return (
    `${lost} of ${lost + present} documents are suddenly not there, so nothing was forgotten. ` +
    `If that is right, refresh the source with --forget.`
  )
}

function notesOf({ source, settings, tally }: EndedCrawl): readonly string[] {
  const { limits } = settings
  const { stop, leftOut, failed, tried } = tally
  const notes: string[] = []
  if (stop === 'minutes')
    notes.push(`The crawl ended at its limit of ${limits.minutes} minutes: raise limits.minutes.`)
  if (stop === 'bytes')
    notes.push(`The crawl ended at its limit of ${limits.bytes} bytes: raise limits.bytes.`)
  if (leftOut > 0)
    notes.push(
      `There are more than ${limits.pages} documents: raise limits.pages, or exclude some.`,
    )
  if (failed.length > 0 && failed.length * 2 <= tried && stop !== 'down')
    notes.push(`${failed.length} of ${tried} addresses could not be fetched: ${shorten(failed)}`)
  if (tried === 0 && stop === undefined) notes.push(`The ${source.kind} names no document.`)
  return notes
}

function shorten(failed: readonly string[]): string {
  const shown = failed.slice(0, FAILURES_SHOWN).join(' ')
  return failed.length > FAILURES_SHOWN ? `${shown} …` : shown
}

function dueAt(
  now: number,
  startedAt: string,
  { every }: SourceSettings,
  hasFailed: boolean,
): string | null {
  const ms = everyMs(every)
  if (ms === undefined) return null
  const due = hasFailed ? now + Math.min(ms, FAILED_AGAIN_MS) : Date.parse(startedAt) + ms
  return new Date(Math.max(due, now)).toISOString()
}
