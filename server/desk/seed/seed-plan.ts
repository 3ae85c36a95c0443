import type { Usage } from '../../../shared/thread/message.ts'
import {
  SEED_ASSISTANTS,
  SEED_COMMENTS,
  SEED_MIX,
  SEED_MODELS,
  SEED_TOPICS,
  SEED_UNANSWERED,
} from './seed-texts.ts'

const DAY_MS = 86_400_000
const DAYS = 30
const PAUSE_MS = 60_000
/** Bad ratings in a whole seed. */
const BAD_RATINGS = 30
/** In a small seed, bad ratings stay so far apart. */
const BAD_EVERY_LEAST = 4

export interface SeedSearch {
  readonly query: string
  /** Address of the page that is above the floor; undefined: none is. */
  readonly found: string | undefined
  readonly score: number
  /** Address of a page below the floor. */
  readonly besides: string
  readonly besidesScore: number
}

export interface SeedAnswer {
  readonly askedAt: number
  readonly question: string
  readonly text: string
  readonly page: string
  readonly assistant: string
  readonly model: string
  readonly firstWordMs: number | null
  readonly wholeMs: number
  readonly usage: Usage
  readonly state: 'complete' | 'stopped' | 'error'
  readonly failure: string | undefined
  readonly tool: { readonly name: string; readonly failed: boolean } | undefined
  /** A search of the shop's pages. */
  readonly search: SeedSearch | undefined
  readonly isRepetition: boolean
  readonly rating: 'good' | 'bad' | null
  readonly comment: string | null
}

export interface SeedConversation {
  readonly user: number
  readonly startsAt: number
  readonly title: string
  readonly answers: readonly SeedAnswer[]
}

export interface SeedPlan {
  readonly conversations: number
  readonly seed: number
  readonly endsAt: number
}

/** The conversations of a seed, oldest first; the same for the same numbers. */
export function* createSeedPlan({
  conversations,
  seed,
  endsAt,
}: SeedPlan): Generator<SeedConversation> {
  const random = createRandom(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
  const every = Math.max(1, Math.floor(conversations / SEED_UNANSWERED.length))
  const badEvery = Math.max(BAD_EVERY_LEAST, Math.floor(conversations / BAD_RATINGS))
  const span = DAYS * DAY_MS - DAY_MS / 24
  for (let number = 0; number < conversations; number++) {
    const startsAt = Math.floor(endsAt - span + (span * number) / conversations)
    const unanswered = number % every === 0 ? SEED_UNANSWERED[number / every] : undefined
    const isBad = number % badEvery === badEvery - 1 && number / badEvery < BAD_RATINGS
    const language = unanswered === undefined ? pick(SEED_MIX) : 'en'
    const count = unanswered === undefined && !isBad ? 1 + Math.floor(random() * 3) : 1
    const answers: SeedAnswer[] = []
    for (let turn = 0; turn < count; turn++) {
      const topic = pick(SEED_TOPICS[language])
      const isRepetition = turn > 0 && random() < 0.1
      const luck = random()
      const state =
        unanswered !== undefined || isBad || luck > 0.06
          ? 'complete'
          : luck > 0.03
            ? 'stopped'
            : 'error'
      const model = pick(SEED_MODELS)
      const firstWordMs = Math.round(250 + 2_500 * random() ** 3)
      answers.push({
        askedAt: startsAt + turn * PAUSE_MS,
        question: isRepetition
          ? (answers.at(-1)?.question ?? '')
          : (unanswered ?? pick(topic.questions)),
        text:
          state === 'error'
            ? ''
            : unanswered === undefined
              ? topic.answer
              : 'I could not find that in our pages.',
        page: topic.page,
        assistant: pick(SEED_ASSISTANTS),
        model,
        firstWordMs: state === 'error' ? null : firstWordMs,
        wholeMs: firstWordMs + Math.round(3_000 * random()),
        usage: {
          inputTokens: 400 + Math.floor(1_500 * random()),
          cachedInputTokens: Math.floor(300 * random()),
          outputTokens: 20 + Math.floor(300 * random()),
          reasoningTokens: Math.floor(20 * random()),
        },
        state,
        failure: state === 'error' ? `${model}: the provider answered 503.` : undefined,
        tool:
          topic.tool !== undefined && unanswered === undefined
            ? { name: topic.tool, failed: random() < 0.05 }
            : undefined,
        search:
          topic.tool === undefined || unanswered !== undefined
            ? {
                query: unanswered ?? topic.questions[0] ?? '',
                found: unanswered === undefined ? topic.page : undefined,
                score: round(0.6 + 0.35 * random()),
                besides: pick(SEED_TOPICS[language].filter((each) => each !== topic)).page,
                besidesScore: round(0.05 + 0.25 * random()),
              }
            : undefined,
        isRepetition,
        rating: isBad
          ? 'bad'
          : unanswered === undefined && state === 'complete' && random() < 0.08
            ? 'good'
            : null,
        comment: isBad
          ? (SEED_COMMENTS[language][SEED_TOPICS[language].indexOf(topic)] ?? null)
          : null,
      })
    }
    yield {
      user: Math.floor(random() * 1_000),
      startsAt,
      title: answers[0]?.question ?? '',
      answers,
    }
  }
}

const round = (score: number): number => Math.round(score * 100) / 100

/** Numbers from 0 to 1, the same for the same seed: mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
