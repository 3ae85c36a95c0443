import type { ChatBody } from '../../shared/api/chat.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { CaseBudget } from '../cases/case-budget.ts'
import type { FindSide } from '../cases/case-sides.ts'
import { guardTools } from '../cases/guard-tools.ts'
import { makeUpPerson } from '../cases/made-up-person.ts'
import { RESERVED_TOKENS } from '../limits/budgets.ts'
import { createProjectPlaces } from '../limits/project-places.ts'
import type { RunReader, Runs } from '../runs/runs.ts'

/** Answers of previews at once, of one project and one server. */
export const PREVIEW_ANSWERS_AT_ONCE = 4

export interface PreviewAnswersParts {
  readonly runs: Pick<Runs, 'preview'>
  readonly findSide: FindSide
  readonly budget: CaseBudget
}

/** Answers to what is asked in a preview: by the rules of cases, so that nothing is stored and nobody is charged. */
export interface PreviewAnswers {
  /**
   * @throws AlcoveError `rate_limited`, `budget_exhausted` (that of cases), `invalid_request` for a draft with a fault,
   * and as `Runs.submit` does.
   */
  answer(projectId: string, body: ChatBody, isPublic: boolean): Promise<RunReader>
}

export function createPreviewAnswers(parts: PreviewAnswersParts): PreviewAnswers {
  const { runs, findSide, budget } = parts
  const hold = createProjectPlaces(PREVIEW_ANSWERS_AT_ONCE, 'answers of previews')

  return {
    async answer(projectId, body, isPublic) {
      const side = await findSide(projectId, 'draft')
      if (!side) throw new AlcoveError('not_found', 'There is no such project.')
      const caller = { ...makeUpPerson(projectId, { isNamed: false }), kind: 'anonymous' } as const
      return runs.preview(caller, body, {
        isPublic,
        hold: async () => hold(projectId),
        assistants: {
          async find(_, id) {
            const assistant = await side.findAssistant(id)
            return assistant && { ...assistant, tools: guardTools(assistant, {}) }
          },
        },
        budgets: {
          reserveAnswer: (_caller, _assistantId, calls, promptTokens) =>
            budget.reserve(projectId, { calls, tokens: RESERVED_TOKENS + promptTokens }),
        },
        assistantId: side.project.assistant,
      })
    },
  }
}
