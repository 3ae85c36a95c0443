import { isPlainObject } from './json.ts'

/** Labels of a tool's calls for people, instead of technical names. Plain text. */
export interface ToolLabels {
  /** Its name, at most 60 characters: "Look up an order". Default: its technical name, in words. */
  readonly title?: string
  /**
   * A sentence while it runs, at most 200 characters: "Looking up order {number}…", with fields of the
   * arguments.
   */
  readonly running?: string
  /** A sentence when it is done: "Order {number} is {result.state}", with fields of arguments and result. */
  readonly done?: string
  /** Names of arguments, at most 32 of 60 characters each. */
  readonly fields?: Readonly<Record<string, string>>
  /** Fields that the details of a call leave out, at most 32. A question for approval shows all. */
  readonly hidden?: readonly string[]
}

export const TOOL_TITLE_MAX_CHARACTERS = 60
export const TOOL_SENTENCE_MAX_CHARACTERS = 200
export const TOOL_FIELDS_MAX = 32

const isTextUpTo = (max: number, value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= max

/** The expected form of each label, and its check. */
const RULES: {
  readonly [Name in keyof ToolLabels]-?: readonly [
    expected: string,
    isRight: (value: unknown) => boolean,
  ]
} = {
  title: [
    `a text of 1 to ${TOOL_TITLE_MAX_CHARACTERS} characters`,
    (value) => isTextUpTo(TOOL_TITLE_MAX_CHARACTERS, value),
  ],
  running: [
    `a text of 1 to ${TOOL_SENTENCE_MAX_CHARACTERS} characters`,
    (value) => isTextUpTo(TOOL_SENTENCE_MAX_CHARACTERS, value),
  ],
  done: [
    `a text of 1 to ${TOOL_SENTENCE_MAX_CHARACTERS} characters`,
    (value) => isTextUpTo(TOOL_SENTENCE_MAX_CHARACTERS, value),
  ],
  fields: [
    `at most ${TOOL_FIELDS_MAX} texts by names, each of 1 to ${TOOL_TITLE_MAX_CHARACTERS} characters`,
    (value) =>
      isPlainObject(value) &&
      Object.keys(value).length <= TOOL_FIELDS_MAX &&
      Object.values(value).every((label) => isTextUpTo(TOOL_TITLE_MAX_CHARACTERS, label)),
  ],
  hidden: [
    `a list of at most ${TOOL_FIELDS_MAX} names`,
    (value) =>
      Array.isArray(value) &&
      value.length <= TOOL_FIELDS_MAX &&
      value.every((name) => typeof name === 'string'),
  ],
}

/** Reads labels of a page or an operator: invalid ones are left out, and reported. */
export function readToolLabels(given: unknown): {
  readonly labels: ToolLabels
  readonly problems: readonly string[]
} {
  if (given === undefined) return { labels: {}, problems: [] }
  const names = Object.keys(RULES).join(', ')
  if (!isPlainObject(given)) {
    return { labels: {}, problems: [`labels: expected an object with ${names}`] }
  }
  const labels: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    const rule = Object.hasOwn(RULES, name) ? RULES[name as keyof ToolLabels] : undefined
    if (rule?.[1](value)) labels[name] = value
    else problems.push(`labels.${name}: expected ${rule?.[0] ?? names}`)
  }
  return { labels, problems }
}
