import { AlcoveError } from '../../shared/errors.ts'
import type { Project } from '../projects/project.ts'
import type { VisitorQuestion } from '../projects/visitor-rules-schema.ts'

/** Time limit of a project's function. */
export const ALLOW_TIMEOUT_MS = 3_000
/** Maximum of open questions of a project on one server. */
export const ALLOW_OPEN_MAX = 50
/** Maximum length of a refusal's sentence, in characters. */
export const ALLOW_SENTENCE_MAX = 300
const USER_AGENT_MAX = 512

/**
 * Asks the project's own function, if there is one, whether a new visitor is admitted.
 *
 * @throws AlcoveError `visitor_refused` (`data.sentence`: the function's own), `unavailable` if it has no
 * answer.
 */
export type VisitorCheck = (
  project: Pick<Project, 'id' | 'visitors'>,
  question: Pick<VisitorQuestion, 'address' | 'userAgent' | 'given'>,
) => Promise<void>

export function createVisitorCheck(): VisitorCheck {
  const open = new Map<string, number>()

  return async ({ id, visitors: { allow } }, question) => {
    if (!allow) return
    const others = open.get(id) ?? 0
    if (others >= ALLOW_OPEN_MAX) {
      throw createFailure(`has ${ALLOW_OPEN_MAX} questions open already`)
    }
    open.set(id, others + 1)
    try {
      requireYes(
        await withinTime(async (signal) =>
          allow({
            projectId: id,
            address: question.address,
            userAgent: question.userAgent?.slice(0, USER_AGENT_MAX),
            given: question.given,
            signal,
          }),
        ),
      )
    } finally {
      const left = open.get(id)! - 1
      if (left === 0) open.delete(id)
      else open.set(id, left)
    }
  }
}

async function withinTime(ask: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> {
  const controller = new AbortController()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(createFailure(`took longer than ${ALLOW_TIMEOUT_MS / 1000} seconds`))
    controller.abort()
  }, ALLOW_TIMEOUT_MS)
  try {
    return await Promise.race([
      ask(controller.signal).catch((cause: unknown) => {
        throw createFailure('threw', cause)
      }),
      late.promise,
    ])
  } finally {
    clearTimeout(timer)
  }
}

/** Validates the answer at run time: operators may write their configuration without types. */
function requireYes(answer: unknown): void {
  if (answer === true) return
  if (answer === false) throw createRefusal()
  if (typeof answer === 'string' && answer.trim() !== '') {
    throw createRefusal(answer.trim().slice(0, ALLOW_SENTENCE_MAX))
  }
  throw createFailure('answered neither true, false nor a sentence')
}

const createRefusal = (sentence?: string): AlcoveError =>
  new AlcoveError('visitor_refused', sentence ?? 'This project does not let this visitor in.', {
    hint: 'Its function visitors.allow in alcove.config.ts refused; pages give it something with visitorProof.',
    ...(sentence === undefined ? {} : { data: { sentence } }),
  })

const createFailure = (problem: string, cause?: unknown): AlcoveError =>
  new AlcoveError('unavailable', `The project’s function visitors.allow ${problem}.`, { cause })
