import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'

/**
 * @throws AlcoveError `unavailable` for an answer of another form.
 */
export function parseAnswer<Schema extends v.GenericSchema>(
  schema: Schema,
  answer: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, answer)
  if (parsed.success) return parsed.output
  throw new AlcoveError('unavailable', 'The server answered in a form that is not known here.')
}
