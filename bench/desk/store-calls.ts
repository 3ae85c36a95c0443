import { createDays } from '../../server/desk/reports/days.ts'
import { reportHome } from '../../server/desk/reports/home-report.ts'
import { reportQuality } from '../../server/desk/reports/quality-report.ts'
import { readPeriod } from '../../server/desk/reports/read-period.ts'
import type { ReportParts } from '../../server/desk/reports/report-parts.ts'
import { reportUsage, type UsageGroup } from '../../server/desk/reports/usage-report.ts'
import { maskParts } from '../../server/mask/mask-text.ts'
import type { ConversationPage, Store } from '../../server/store/store.ts'
import { DESK_PROJECT, DESK_VISITOR, SEARCH_WORDS } from './seed-conversations.ts'
import { yearQuery } from './year-query.ts'

/** A conversation of the seed. */
export const SEEDED_THREAD = 'thread_bench00000500'
const HALF_YEAR_MS = 180 * 86_400_000

export interface StoreCall {
  readonly name: string
  /** Time that the 95th percentile may take; undefined: it is measured for comparison. */
  readonly limitMs: number | undefined
  readonly run: () => Promise<unknown>
}

/** Time of a list, a filter or a search. */
export const LIST_MAX_MS = 100
/** Time of a year's usage. */
export const YEAR_MAX_MS = 300

/** Calls of the desk without the way to them, beside a visitor's own list. */
export function createStoreCalls(store: Store): readonly StoreCall[] {
  const call = (name: string, run: StoreCall['run'], limitMs?: number): StoreCall => ({
    name,
    run,
    limitMs,
  })
  return [
    call('a visitor’s own list of threads', () => store.threads.list(DESK_VISITOR, { limit: 50 })),
    ...listCalls(store).map(([name, run]) => call(name, run, LIST_MAX_MS)),
    call('a conversation', () => store.conversations.messages(DESK_PROJECT, SEEDED_THREAD)),
    ...reportCalls(store),
  ]
}

type List = readonly (readonly [name: string, run: () => Promise<unknown>])[]

function listCalls(store: Store): List {
  const list = (rest: Partial<ConversationPage> & { readonly tags?: readonly string[] }) => () =>
    store.conversations.list({
      projectIds: [DESK_PROJECT],
      filter: { tags: rest.tags ?? [], withoutTags: [] },
      limit: 50,
      ...rest,
    })
  const none = { tags: [], withoutTags: ['rating:good', 'rating:bad'] }
  const search = (text: string, tags: readonly string[] = []) => list({ text, tags })
  const lastAt = new Date(Date.now() - HALF_YEAR_MS).toISOString()
  return [
    ['list, first page', list({})],
    ['list, half a year ago', list({ after: { id: SEEDED_THREAD, lastAt } })],
    ['filter, a frequent tag', list({ tags: ['language:en'] })],
    ['filter, a rare tag', list({ tags: ['state:unanswered'] })],
    ['filter, two tags', list({ tags: ['rating:bad', 'language:ar'] })],
    ['filter, two frequent tags never together', list({ tags: ['tool:even', 'tool:odd'] })],
    ['filter, without a rating', list({ filter: none })],
    ['search, a frequent word', search(SEARCH_WORDS.frequent)],
    ['search, a usual word', search(SEARCH_WORDS.usual)],
    ['search, a rare word', search(SEARCH_WORDS.rare)],
    ['search, an absent word', search(SEARCH_WORDS.absent)],
    ['search, one letter', search('a')],
    ['search, two words', search(`${SEARCH_WORDS.frequent} ${SEARCH_WORDS.usual}`)],
    ['search, a frequent word and a rare tag', search(SEARCH_WORDS.frequent, ['state:unanswered'])],
    ['search, a usual word and a tag', search(SEARCH_WORDS.usual, ['language:ar'])],
    ['values of the filters', () => store.conversations.filterValues([DESK_PROJECT])],
  ]
}

function reportCalls(store: Store): readonly StoreCall[] {
  const parts: ReportParts = {
    reports: store.deskReports,
    currency: 'EUR',
    mask: (text) => (text === '' ? [] : maskParts(text)),
  }
  const days = createDays('UTC')
  const periodsOf = (asked: object) => readPeriod(asked, days, Date.now())
  const [week, year] = [periodsOf({}), periodsOf(yearQuery())]
  const usage = (by: UsageGroup): StoreCall => ({
    name: `usage of a year by ${by}`,
    run: () => reportUsage(parts, DESK_PROJECT, year.period, by),
    limitMs: YEAR_MAX_MS,
  })
  const report = (name: string, run: StoreCall['run']): StoreCall => ({
    name,
    run,
    limitMs: undefined,
  })
  return [
    ...(['day', 'assistant', 'model', 'language'] as const).map(usage),
    report('home of a week', () => reportHome(parts, DESK_PROJECT, week)),
    report('home of a year', () => reportHome(parts, DESK_PROJECT, year)),
    report('quality of a week', () => reportQuality(parts, DESK_PROJECT, week.period)),
    report('quality of a year', () => reportQuality(parts, DESK_PROJECT, year.period)),
  ]
}
