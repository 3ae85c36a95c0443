import { NO_ANSWER_TOOL } from '../models/answer-knowledge.ts'
import type { BackendTool } from '../models/backend-tool.ts'
import { nothingFoundText } from './nothing-found.ts'

/** Maximum of the words in which a model says what it looked for. */
export const LOOKED_FOR_MAX_CHARACTERS = 300

const DESCRIPTION =
  'Tells the person that the owner’s pages do not answer the question, and ends the answer. Call it, without any other words, if the searches gave nothing that answers it.'

/**
 * Ends an answer for which nothing was found. Its result is the sentence that the person reads.
 *
 * @param onGiveUp called with the model's words for what it looked for.
 */
export const createNoAnswerTool = (onGiveUp: (lookedFor: string) => void): BackendTool => ({
  name: NO_ANSWER_TOOL,
  description: DESCRIPTION,
  parameters: PARAMETERS,
  scope: 'read',
  execute({ looked_for: lookedFor, language }) {
    onGiveUp(typeof lookedFor === 'string' ? lookedFor.slice(0, LOOKED_FOR_MAX_CHARACTERS) : '')
    return nothingFoundText(typeof language === 'string' ? language : undefined)
  },
})

const PARAMETERS = {
  type: 'object',
  properties: {
    looked_for: {
      type: 'string',
      description: 'What the person wants to know, in a few words, for the owner of the pages.',
    },
    language: {
      type: 'string',
      description: 'Language of the person as BCP 47 tag, such as en or pt-BR.',
    },
  },
  required: ['looked_for', 'language'],
  additionalProperties: false,
} as const
