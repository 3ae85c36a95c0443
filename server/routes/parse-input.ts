import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'

/**
 * What a caller sent, as a schema describes it.
 *
 * @throws AlcoveError `invalid_request`, naming the field.
 */
export function parseInput<Output>(
  schema: v.GenericSchema<unknown, Output>,
  value: unknown,
): Output {
  // The first problem is enough, and a list of them could be longer than the body.
  const parsed = v.safeParse(schema, value, { abortEarly: true })
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const path = v.getDotPath(issue) ?? ''
  const message = describeIssue(issue.message)
  throw new AlcoveError('invalid_request', path === '' ? message : `${path}: ${message}`, {
    data: [{ path, message }],
  })
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  Array: 'a list',
  Object: 'an object',
}

/** The schema library's own words, for people who do not know it. */
function describeIssue(text: string): string {
  // What was received is the caller's text, of any length.
  const message = text.replace(/ but received .*$/s, '.')
  if (message.startsWith('Invalid key: Expected never')) return 'this field is not known here.'
  if (message.startsWith('Invalid key:')) return 'this field is missing.'
  const kind = /^Invalid type: Expected (\w+)\.?$/.exec(message)?.[1]
  return kind === undefined ? message : `expected ${KINDS[kind] ?? kind}.`
}
