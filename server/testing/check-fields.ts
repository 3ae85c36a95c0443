import type { Field, Look, Operation, Write } from './history.ts'

const FIELDS: readonly Field[] = ['title', 'is_archived']

/** Each field has the value of a write that no other write had followed by then. */
export function* checkFields(
  operations: readonly Operation[],
  looks: readonly Look[],
): Generator<string> {
  for (const field of FIELDS) {
    const writes = operations.filter(
      (operation) =>
        operation.type === 'write' && operation.field === field && operation.outcome !== 'refused',
    ) as readonly Write[]
    for (const look of looks) {
      const value = look.fields?.[field]
      if (value === undefined) continue
      const written = writes.filter((write) => write.value === value && write.from < look.until)
      if (written.length === 0) yield `nobody set ${field} to ${value}`
      else if (written.every((write) => isOverwritten(write, writes, look))) {
        yield `${field} is ${value} again, which was overwritten`
      }
    }
  }
}

/** True if another write began after this one had ended, and ended before the look. */
const isOverwritten = (write: Write, writes: readonly Write[], look: Look): boolean =>
  writes.some(
    ({ from, until, value }) => value !== write.value && from > write.until && until < look.from,
  )
