import type { CaseBody } from '../../shared/desk/cases.ts'
import type { CaseCheck } from '../../shared/desk/case-runs.ts'
import { loadFunctionWords, readGrammar } from '../knowledge/index/function-words.ts'
import { languageOfLetters } from '../knowledge/read/guess-language.ts'
import { writtenIdOf } from '../knowledge/written/written-answer.ts'
import { listWords } from '../store/store.ts'
import type { CaseAnswer } from './answer-case.ts'

export type CaseExpects = CaseBody['expects']

/** Words of an answer that its language is read from. */
const LANGUAGE_WORDS = 1_000

/** Judges an answer by rules: each expectation is met or not. */
export async function judgeByRules(
  expects: CaseExpects,
  answer: CaseAnswer,
): Promise<readonly CaseCheck[]> {
  const has = createFinder(answer.text)
  const called = new Set(answer.calls.map(({ name }) => name))
  const checks = [
    ...(answer.error === null ? [] : [check('error', 'an answer', false, answer.error)]),
    ...expects.facts.map((fact) => check('fact', fact, has(fact))),
    ...expects.forbidden.map((words) => check('forbidden', words, !has(words))),
    ...expects.sources.map((source) => check('source', source, isCited(source, answer))),
    ...expects.tools.map((tool) => check('tool', tool, called.has(tool))),
  ]
  if (expects.language !== undefined) {
    const found = await languagesOf(answer.text)
    const note = found.length === 0 ? 'Its language is not known.' : `It is ${found.join(' or ')}.`
    checks.push(check('language', expects.language, found.includes(expects.language), note))
  }
  if (expects.maxCharacters !== undefined) {
    const length = [...answer.text].length
    const isShort = length <= expects.maxCharacters
    checks.push(check('length', String(expects.maxCharacters), isShort, `It has ${length}.`))
  }
  if (expects.unanswered !== undefined) {
    const isMet = answer.isUnanswered === expects.unanswered
    checks.push(check('unanswered', String(expects.unanswered), isMet))
  }
  return checks
}

function check(
  kind: CaseCheck['kind'],
  expected: string,
  isMet: boolean,
  note: string | null = null,
): CaseCheck {
  return { kind, expected, isMet, note: isMet ? null : note }
}

/** Finds words in a row, whatever their case, accents and punctuation. */
function createFinder(text: string): (words: string) => boolean {
  const whole = ` ${listWords(text, Infinity).join(' ')} `
  return (words) => {
    const wanted = listWords(words)
    // Signs alone, such as "€", have no words.
    return wanted.length === 0 ? text.includes(words) : whole.includes(` ${wanted.join(' ')} `)
  }
}

const isCited = (expected: string, { sources, citedIds }: CaseAnswer): boolean =>
  citedIds.includes(writtenIdOf({ name: expected })) ||
  sources.some(
    ({ title, url }) =>
      title.toLowerCase() === expected.toLowerCase() ||
      (url !== null && withoutFragment(url) === withoutFragment(expected)),
  )

const withoutFragment = (url: string): string => url.replace(/#.*$/s, '').replace(/\/$/, '')

/** By its letters, or by its small words; several languages may share them. */
async function languagesOf(text: string): Promise<readonly string[]> {
  const byLetters = languageOfLetters(text)
  if (byLetters !== undefined) return [byLetters.split('-')[0] ?? byLetters]
  const words = [...new Set(listWords(text, LANGUAGE_WORDS))]
  const { languages } = readGrammar(words, await loadFunctionWords())
  return [...languages].map((language) => language.split('-')[0] ?? language)
}
