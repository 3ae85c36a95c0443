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
  // What was received is the caller's text, of any length.
  const message = issue.message.replace(/ but received .*$/s, '.')
  throw new AlcoveError('invalid_request', path === '' ? message : `${path}: ${message}`, {
    data: [{ path, message }],
  })
}
