import type { FeedbackDeskSettings, GiveFeedback } from './feedback-desk.ts'

export interface LazyFeedback {
  give: GiveFeedback
  /** There is something to rate: what shows it is there when somebody does. */
  expect(): void
}

/** Loads what gives feedback when there is something to rate. */
export function createLazyFeedback(settings: FeedbackDeskSettings): LazyFeedback {
  let loading: Promise<GiveFeedback> | undefined

  const load = () =>
    (loading ??= import('./feedback-desk.ts').then(({ createFeedbackDesk }) =>
      createFeedbackDesk(settings),
    ))

  async function give(...args: Parameters<GiveFeedback>) {
    try {
      const giveNow = await load()
      giveNow(...args)
    } catch (error) {
      loading = undefined
      settings.onFailure('feedback', error)
    }
  }

  return {
    give: (...args) => void give(...args),
    expect: () => void load().catch(() => {}),
  }
}
