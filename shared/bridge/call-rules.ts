import { AlcoveError } from '../errors.ts'
import { isPlainObject } from '../json.ts'
import { nearestName } from '../nearest-name.ts'

// Arguments of the page's commands. Pages have no types, and a wrong argument that is ignored looks like a command
// that does nothing.

/** Describes the fault of a value, as the end of a sentence; undefined: the value is right. */
export type Check = (value: unknown) => string | undefined

/** The arguments of a command, and an example of right ones for the hint. */
export interface CallRule {
  /** A check for each argument, in order. */
  readonly takes: readonly Check[]
  /** Right arguments as code; empty: the command takes none. */
  readonly example: string
}

/** Checks a value that has to be given. */
export const expecting =
  (expected: string, isRight: (value: unknown) => boolean): Check =>
  (value) =>
    isRight(value) ? undefined : `expected ${expected}`

/** The same check for a value that may be absent. */
export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null ? undefined : check(value)

/** Checks an object of fields, all of which may be absent; a field that is not listed is a mistake. */
export const fieldsOf =
  (expected: string, known: Readonly<Record<string, Check>>): Check =>
  (value) => {
    if (!isPlainObject(value)) return `expected ${expected}`
    for (const [name, inner] of Object.entries(value)) {
      const check = Object.hasOwn(known, name) ? known[name] : undefined
      if (!check) return describeUnknown(name, Object.keys(known))
      const fault = inner === undefined ? undefined : check(inner)
      if (fault !== undefined) return `${name}: ${fault}`
    }
    return undefined
  }

/** The rule of a command without arguments. */
export const NO_ARGUMENTS: CallRule = { takes: [], example: '' }

export const isString = (value: unknown): value is string => typeof value === 'string'
export const isBoolean = expecting('true or false', (value) => typeof value === 'boolean')
export const isThreadId = expecting(
  'the id of a conversation',
  (value) => isString(value) && value !== '',
)

/** Maximum of an unknown name that its error repeats, in characters. */
const NAME_ECHO_MAX_CHARACTERS = 64

function describeUnknown(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names)
  const rest = nearest === undefined ? `expected ${names.join(', ')}` : `did you mean ${nearest}?`
  return `there is no ${name.slice(0, NAME_ECHO_MAX_CHARACTERS)}; ${rest}`
}

/** @throws AlcoveError `invalid_request` with the first fault, and an example as the hint. */
export function checkCall(
  name: string,
  args: readonly unknown[],
  { takes, example }: CallRule,
): void {
  const fault =
    takes.map((check, index) => check(args[index])).find((found) => found !== undefined) ??
    (args.length > takes.length ? describeExcess(takes.length) : undefined)
  if (fault !== undefined) throw refuseCall(name, fault, example)
}

/** The error for a call with wrong arguments. */
export const refuseCall = (name: string, fault: string, example: string): AlcoveError =>
  new AlcoveError('invalid_request', `${name}: ${fault}`, {
    hint: `For example Alcove('${name}'${example && `, ${example}`}).`,
  })

const describeExcess = (count: number) =>
  count === 0
    ? 'expected no argument'
    : `expected at most ${count === 1 ? 'one argument' : `${count} arguments`}`
