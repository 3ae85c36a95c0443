import { createAnswerFacts, type AnswerFacts } from './desk/facts/create-answer-facts.ts'
import { createDayOf } from './desk/facts/day-of.ts'
import type { Log } from './log.ts'
import { serviceOf, type ConfigHolder, type Projects } from './projects/project.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store/store.ts'

interface FactsWorld {
  readonly settings: Pick<Settings, 'deskTimeZone'>
  readonly configs: Readonly<ConfigHolder>
  readonly store: Pick<Store, 'facts'>
  readonly log: Pick<Log, 'error'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Facts of answers, by the prices of the configuration. */
export const connectFacts = (
  { settings, configs, store, log, now }: FactsWorld,
  projects: Pick<Projects, 'find'>,
): AnswerFacts =>
  createAnswerFacts({
    store,
    get prices() {
      return serviceOf(configs.current).prices
    },
    dayOf: createDayOf(settings.deskTimeZone),
    keepsPrompts: async (id) => (await projects.find(id))?.keepPrompts ?? false,
    now: () => new Date(now()),
    onError: (error) => log.error({ err: error }, 'the facts of an answer could not be written'),
  })
