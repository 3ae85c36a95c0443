import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  evaluate,
  meetsThreshold,
  type EvaluationThreshold,
} from '../knowledge/evaluate/evaluate.ts'
import { formatEvaluation } from '../knowledge/evaluate/format-evaluation.ts'
import { createKnowledgeSearch } from '../knowledge/index/create-search.ts'
import type { KnowledgeSearch } from '../knowledge/passage.ts'
import { DEFAULT_PROJECT } from '../projects/project.ts'
import { command } from './command.ts'
import { CommandLineError } from './flags.ts'
import { KNOWLEDGE_PROJECT_FLAG } from './knowledge-options.ts'
import { operatorReader, READER_FLAGS } from './knowledge-search.ts'
import { findVectors } from './knowledge-vectors.ts'

export const evalCommand = command({
  name: 'knowledge eval',
  takes: ['questions.csv'],
  about: 'Ask the questions of a file, and count how many are answered by the right place',
  details:
    'Columns of the file: question, language, document, anchor_or_heading, expected_words, kind.\n' +
    'A project with vectors is judged by words alone, and with them.\n' +
    'With --threshold the command ends with 1 if fewer are found: 0.85 for the first result, 0.85,0.96 for the first and the first five.',
  flags: {
    project: KNOWLEDGE_PROJECT_FLAG,
    ...READER_FLAGS,
    threshold: { value: 'shares', about: 'least recall@1, or recall@1,recall@5, from 0 to 1' },
  },
  run(tool, { project = DEFAULT_PROJECT, threshold, ...flags }, word) {
    const least = readThreshold(threshold)
    const csv = readQuestions(resolve(word))
    return tool.withProject(project, async (store) => {
      const reader = operatorReader(project, flags)
      const judge = ({ search }: KnowledgeSearch) =>
        evaluate(csv, (question, limit) => search(reader, question, limit))
      const byWords = await judge(createKnowledgeSearch(store.knowledge))
      const vectors = await findVectors(tool, store, project)
      if (!vectors) {
        return {
          text: formatEvaluation(byWords),
          facts: byWords,
          hasFailed: !meetsThreshold(byWords, least),
        }
      }
      const joined = await judge(createKnowledgeSearch(store.knowledge, vectors.search))
      const { model } = vectors
      return {
        text: `By words alone:\n${formatEvaluation(byWords)}\n\nWith the vectors of ${model}:\n${formatEvaluation(joined)}`,
        facts: { ...joined, model, by_words: byWords },
        hasFailed: !meetsThreshold(joined, least),
      }
    })
  },
})

function readQuestions(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new CommandLineError(
      `${path} cannot be read (${(cause as NodeJS.ErrnoException).code}).`,
      {
        cause,
      },
    )
  }
}

function readThreshold(text: string | undefined): EvaluationThreshold {
  if (text === undefined) return {}
  const [at1, at5, ...rest] = text.split(',').map(Number)
  const isShare = (share: number | undefined) => share === undefined || (share >= 0 && share <= 1)
  if (rest.length === 0 && isShare(at1) && isShare(at5)) return { at1, at5 }
  throw new CommandLineError(
    `--threshold is ${JSON.stringify(text)}; expected a number from 0 to 1, or two with a comma.`,
  )
}
