import { CASE_EXPECTATION_MAX_CHARACTERS, CASE_EXPECTATIONS_MAX } from '../../shared/desk/cases.ts'
import type { CaseBody } from '../../shared/desk/cases.ts'
import { isPlainObject, type JsonObject } from '../../shared/json.ts'

/** A link of Markdown: readers see its words alone. */
const LINK = /\[([^\]]*)\]\([^)]*\)/g

/** The case, which also expects what the settings' written answer to its question says first, and its name as a source. */
export function expectWritten(of: CaseBody, settings: JsonObject): CaseBody {
  const question = of.turns.at(-1)?.text ?? ''
  const written = findWritten(settings, question)
  if (!written) return of
  const { expects } = of
  const add = (texts: readonly string[], text: string) =>
    text === '' ? [...texts] : [...new Set([...texts, text])].slice(0, CASE_EXPECTATIONS_MAX)
  return {
    ...of,
    expects: {
      ...expects,
      facts: add(expects.facts, firstSentence(written.text)),
      sources: add(expects.sources, written.name),
    },
  }
}

function findWritten(
  { writtenAnswers }: JsonObject,
  question: string,
): { readonly name: string; readonly text: string } | undefined {
  if (!Array.isArray(writtenAnswers)) return undefined
  for (const entry of writtenAnswers) {
    if (!isPlainObject(entry)) continue
    const { name, text, questions } = entry
    const isAsked =
      Array.isArray(questions) &&
      questions.some((each) => typeof each === 'string' && plain(each) === plain(question))
    if (isAsked && typeof name === 'string' && typeof text === 'string') return { name, text }
  }
  return undefined
}

const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim().toLowerCase()

function firstSentence(text: string): string {
  const words = text.replaceAll(LINK, '$1').trim()
  const [line = ''] = words.split('\n', 1)
  const [first] = new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(line)
  return (first?.segment ?? '').trim().slice(0, CASE_EXPECTATION_MAX_CHARACTERS).toWellFormed()
}
