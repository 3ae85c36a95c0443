import { AlcoveError } from '../../shared/errors.ts'

/** Reads some rows, each as JSON text, when they are wanted. */
export type RowGroup = () => Promise<readonly string[]>

/**
 * The body `{"<name>":[…]}` of all rows of all groups. A group is read when its reader is ready for
 * it, so one is in memory at a time. When one fails the body breaks off without its end: nobody can
 * take what came for everything.
 *
 * @param onBroken told why, since the reader only sees that.
 */
export function streamList(
  name: string,
  groups: readonly RowGroup[],
  onBroken: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let written = 0
  let isFirst = true

  async function write(controller: ReadableStreamDefaultController<Uint8Array>) {
    const group = groups[written++]
    if (!group) {
      controller.enqueue(encoder.encode(']}'))
      controller.close()
      return
    }
    const text = (await group()).join(',')
    const start = written === 1 ? `{${JSON.stringify(name)}:[` : ''
    const comma = isFirst || text === '' ? '' : ','
    isFirst &&= text === ''
    controller.enqueue(encoder.encode(start + comma + text))
  }

  return new ReadableStream(
    {
      async pull(controller) {
        try {
          await write(controller)
        } catch (error) {
          onBroken(error)
          controller.error(new AlcoveError('unavailable', 'The answer broke off.'))
        }
      },
    },
    { highWaterMark: 0 },
  )
}
